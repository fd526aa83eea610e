/* This phone as the camera: sends its newest picture, each when the previous one has arrived. */

import { $, t } from "./common.js";
import { useLanguage } from "./words.js";

const WANTED = { audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } } };
const QUALITY = 0.85;
const LEAST_MS = 50; // at most twenty pictures a second
const me = Math.random().toString(36).slice(2);
let stream = null;
let sent = 0;
let awake = null;

const pause = (ms) => new Promise((go) => setTimeout(go, ms));

function complain(words) {
  $("problem").hidden = !words;
  $("problem").textContent = words;
}

function show() {
  $("start").textContent = t(stream ? "camera_stop" : "camera_start");
  $("start").setAttribute("aria-pressed", String(Boolean(stream)));
  $("pulse").classList.toggle("on", Boolean(stream));
  $("pulse").textContent = stream ? t("camera_sending", { n: sent }) : t("camera_idle");
}

async function start() {
  complain("");
  if (!navigator.mediaDevices) { complain(t("camera_insecure")); return; }
  try {
    stream = await navigator.mediaDevices.getUserMedia(WANTED);
  } catch (error) { complain(t("camera_refused", { why: error.message })); return; }
  $("view").srcObject = stream;
  await $("view").play();
  awake = await navigator.wakeLock?.request("screen").catch(() => null);
  show();
  send(stream);
}

function stop() {
  stream?.getTracks().forEach((track) => track.stop());
  awake?.release();
  stream = awake = $("view").srcObject = null;
  show();
}

async function send(mine) {
  const canvas = document.createElement("canvas");
  const view = $("view");
  while (stream === mine) {
    const began = performance.now();
    [canvas.width, canvas.height] = [view.videoWidth, view.videoHeight];
    canvas.getContext("2d").drawImage(view, 0, 0);
    const picture = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
    try {
      const reply = await fetch(`/camera/picture?id=${me}`, { method: "POST", headers: { "Content-Type": "image/jpeg" }, body: picture });
      if (!reply.ok) throw new Error(await reply.text());
      sent += 1;
      complain("");
    } catch (error) {
      complain(t("camera_lost", { why: error.message }));
      await pause(1000);
    }
    if (stream === mine) show();
    await pause(Math.max(0, LEAST_MS - (performance.now() - began)));
  }
}

$("start").addEventListener("click", () => (stream ? stop() : start()));
await useLanguage();
show();
