/* The panel for voice and language: the table's language, what the machine says, what this device says. */

import { $, icon, make, t } from "./common.js";
import { canSpeak, choose, chosen, level, onVoices, setLevel, speak, speaking, voices } from "./speech.js";
import { spoken } from "./words.js";

const LEVELS = ["illegal", "verdicts", "normal", "full"];
let state = null;

function fill(id, pairs, value) {
  $(id).replaceChildren(...pairs.map(([key, text]) => make("option", { value: key, text })));
  $(id).value = value;
}

/** Show the panel's choices as they are now. */
export function showSettings(newest = state) {
  state = newest;
  const levels = LEVELS.map((key) => [key, t(`say_${key}`)]);
  fill("set-level", levels, level());
  const found = voices(spoken());
  fill("set-voice", found.map((voice) => [voice.name, voice.name]), chosen(spoken()) || (found[0]?.name ?? ""));
  $("set-voice").disabled = !found.length;
  $("no-voices").hidden = found.length > 0;
  $("speak-here").disabled = !canSpeak();
  $("speak-here").setAttribute("aria-pressed", String(speaking()));
  $("speak-here").replaceChildren(icon(speaking() ? "sound" : "silent"), make("span", { text: t(speaking() ? "speaking_here" : "speak_here") }));
  if (!state?.languages) return;
  fill("set-language", Object.entries(state.languages), state.language);
  fill("set-commentary", levels, state.commentary);
}

/** Make the button and the panel work; gives the function that opens or closes them. */
export function settings(send, tell, changed) {
  const toggle = () => {
    const opens = $("settings-panel").hidden;
    $("settings-panel").hidden = !opens;
    $("settings").setAttribute("aria-expanded", String(opens));
    showSettings();
    (opens ? $("set-language") : $("settings")).focus();
  };
  const tune = async (data) => {
    try { await send("/tune", data); } catch (error) { tell(t("voice_lost", { why: error.message })); showSettings(); }
  };
  $("settings").addEventListener("click", toggle);
  $("settings-close").addEventListener("click", toggle);
  $("settings-panel").addEventListener("keydown", (event) => { if (event.key === "Escape") toggle(); });
  $("set-language").addEventListener("change", () => tune({ language: $("set-language").value }));
  $("set-commentary").addEventListener("change", () => tune({ commentary: $("set-commentary").value }));
  $("set-voice").addEventListener("change", () => choose(spoken(), $("set-voice").value));
  $("set-level").addEventListener("change", () => { setLevel($("set-level").value); changed(); });
  $("speak-here").addEventListener("click", () => { speak(!speaking(), t("speech_on")); showSettings(); });
  onVoices(() => showSettings());
  return toggle;
}
