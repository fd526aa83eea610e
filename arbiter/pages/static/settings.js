/* The panel for voice and language: the table's language, the arbiter's machine's voice, and this device's voice. */

import { $, fill, icon, make, put, t } from "./common.js";
import { answer, canSpeak, choose, chosen, level, onVoices, setLevel, setSound, sound, speak, speaking, voices } from "./speech.js";
import { spoken } from "./words.js";

const LEVELS = ["illegal", "verdicts", "normal", "full"];
let state = null;

function options(id, pairs, value) {
  fill($(id), pairs, () => pairs.map(([key, text]) => make("option", { value: key, text })));
  if ($(id).value !== value) $(id).value = value;
}

/** Show the settings of the arbiter's machine's voice; hidden if it has none. */
function showMachine(heard) {
  $("machine-sound").hidden = !heard?.voices.length;
  $("machine-problem").hidden = !heard?.problem;
  put($("machine-problem"), heard?.problem ?? "");
  if ($("machine-sound").hidden) return;
  options("machine-voice", [["", t("usual_voice")], ...heard.voices.map((name) => [name, name])], heard.voice);
  for (const what of ["rate", "volume"]) if (document.activeElement !== $(`machine-${what}`)) $(`machine-${what}`).value = heard[what];
}

/** Show the panel's present choices. */
export function showSettings(newest = state) {
  state = newest;
  const levels = LEVELS.map((key) => [key, t(`say_${key}`)]);
  options("set-level", levels, level());
  const found = voices(spoken());
  options("set-voice", found.map((voice) => [voice.name, voice.name]), chosen(spoken()) || (found[0]?.name ?? ""));
  $("set-voice").disabled = !found.length;
  $("no-voices").hidden = found.length > 0;
  $("speak-here").disabled = !canSpeak();
  $("speak-here").setAttribute("aria-pressed", String(speaking()));
  fill($("speak-here"), speaking(), () => [icon(speaking() ? "sound" : "silent"), make("span", { text: t(speaking() ? "speaking_here" : "speak_here") })]);
  for (const what of ["rate", "volume"]) $(`set-${what}`).value = sound(what);
  $("try-here").disabled = !canSpeak();
  showMachine(state?.sound);
  if (!state?.languages) return;
  options("set-language", Object.entries(state.languages), state.language);
  options("set-commentary", levels, state.commentary);
}

/** Set up the button and the panel; returns the function that toggles the panel. */
export function settings(send, tell, changed) {
  const toggle = () => $("settings-panel").togglePopover();
  const tune = async (data) => {
    try { await send("/tune", data); } catch (error) { tell(t("voice_lost", { why: error.message })); showSettings(); }
  };
  $("settings-panel").addEventListener("toggle", (event) => {
    if (event.newState === "open") { showSettings(); $("set-language").focus(); }
  });
  $("set-language").addEventListener("change", () => tune({ language: $("set-language").value }));
  $("set-commentary").addEventListener("change", () => tune({ commentary: $("set-commentary").value }));
  $("set-voice").addEventListener("change", () => choose(spoken(), $("set-voice").value));
  for (const what of ["rate", "volume"]) $(`set-${what}`).addEventListener("change", () => setSound(what, $(`set-${what}`).value));
  $("try-here").addEventListener("click", () => { if (!answer(t("speech_on"))) { speak(true, t("speech_on")); showSettings(); } });
  const machine = async (more) => {
    try {
      await send("/sound", { rate: Number($("machine-rate").value), volume: Number($("machine-volume").value), voice: $("machine-voice").value, ...more });
    } catch (error) { tell(t("voice_lost", { why: error.message })); }
  };
  for (const what of ["rate", "volume", "voice"]) $(`machine-${what}`).addEventListener("change", () => machine({}));
  $("machine-try").addEventListener("click", () => machine({ try: true }));
  $("set-level").addEventListener("change", () => { setLevel($("set-level").value); changed(); });
  $("speak-here").addEventListener("click", () => { speak(!speaking(), t("speech_on")); showSettings(); });
  onVoices(() => showSettings());
  return toggle;
}
