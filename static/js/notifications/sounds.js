// All sounds, synthesised by the browser from a few notes each, without sound files. A browser
// plays nothing before the visitor has touched the page, so the first touch starts the audio
// context.

/** `pitch` in Hz, `at` and `duration` in seconds, `loud` from 0 to 1.
 * @typedef {{ pitch: number, at: number, duration: number, loud: number }} Note */

const ATTACK = 0.012; // s until a note is loudest
const SILENT = 0.001;
const LOUDEST = 0.3;

/** @param {number} pitch @param {number} at @param {number} duration @param {number} [loud] @returns {Note} */
const note = (pitch, at, duration, loud = 1) => ({ pitch, at, duration, loud });

/** The notes of each sound. The more frequent a sound is, the shorter it is.
 * @type {Record<string, Note[]>} */
export const SOUNDS = {
  turn: [note(659, 0, 0.22), note(988, 0.12, 0.4)],
  play: [note(294, 0, 0.08, 0.5)],
  invitation: [note(523, 0, 0.2), note(659, 0.12, 0.2), note(784, 0.24, 0.4)],
  result: [note(784, 0, 0.25), note(587, 0.18, 0.25), note(392, 0.36, 0.55)],
  reminder: [note(440, 0, 0.22), note(440, 0.26, 0.22), note(554, 0.52, 0.4)],
  low_time: [note(660, 0, 0.18)],
  urgent: [note(660, 0, 0.18), note(660, 0.27, 0.18)],
  mention: [note(1175, 0, 0.12, 0.7), note(1397, 0.12, 0.25, 0.7)],
  seat: [note(587, 0, 0.18), note(440, 0.16, 0.35)],
};

/** @type {AudioContext | null} */
let audio = null;

/** Return whether a sound would be heard at this moment. */
export function canSound() { return audio?.state === "running"; }

/** Wait for the first touch, unless one on the previous page still counts. */
export function listenForTouch() {
  const carried = navigator.userActivation?.hasBeenActive && document.referrer.startsWith(location.origin);
  if (carried) startAudio();
  for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, startAudio, { capture: true, passive: true });
}

function startAudio() {
  try {
    audio ||= new AudioContext();
    if (audio.state === "suspended") audio.resume();
  } catch { /* no sound: title, colours and text remain */ }
}

/** @param {string} name of a sound @param {number} volume in per cent */
export function sound(name, volume) {
  if (!audio) return;
  for (const one of SOUNDS[name]) playNote(audio, one, LOUDEST * one.loud * (volume / 100) ** 2);
}

/** @param {AudioContext} context @param {Note} note @param {number} loudest */
function playNote(context, { pitch, at, duration }, loudest) {
  if (loudest <= SILENT) return;
  const [tone, loudness, begin] = [context.createOscillator(), context.createGain(), context.currentTime + at];
  tone.type = "triangle";
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(SILENT, begin);
  loudness.gain.exponentialRampToValueAtTime(loudest, begin + ATTACK);
  loudness.gain.exponentialRampToValueAtTime(SILENT, begin + duration);
  tone.connect(loudness).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + duration);
}
