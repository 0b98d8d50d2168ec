/**
 * Sounds of the table, synthesised by the browser, without files. Quiet, short, and switched off with one button.
 */

import { remember, remembered } from "./settings.js";

/** @typedef {"roll" | "place" | "card" | "trade" | "robber" | "turn" | "call" | "chat" | "win" | "refused"} Sound */

/** @type {AudioContext | undefined} */
let context;
/** @type {GainNode | undefined} what all sounds go through */
let master;
/** @type {AudioBuffer | undefined} */
let hiss;
/** The loudest and the usual volume, in percent. */
const [LOUDEST, USUAL] = [100, 70];

/** @returns {boolean} */
export function isMuted() {
  return remembered("mute") === "1";
}

/** @param {boolean} muted */
export function setMuted(muted) {
  remember("mute", muted ? "1" : "0");
}

/** @returns {number} the volume in percent */
export function volume() {
  const kept = remembered("volume");
  const percent = kept === null ? USUAL : Number(kept);
  return percent >= 0 && percent <= LOUDEST ? percent : USUAL;
}

/** @param {number} percent */
export function setVolume(percent) {
  remember("volume", String(percent));
  if (master) master.gain.value = loudness();
}

/** @returns {number} the factor by which sounds are louder than at the usual volume; ears hear squares */
function loudness() {
  return (volume() / USUAL) ** 2;
}

/** Browsers allow sound only after a user gesture: the first press resumes the audio context. */
export function wakeOnTouch() {
  const wake = () => {
    if (!isMuted()) void audio()?.resume();
  };
  addEventListener("pointerdown", wake, { passive: true });
  addEventListener("keydown", wake, { passive: true });
}

/** @returns {AudioContext | undefined} */
function audio() {
  if (context === undefined && "AudioContext" in window) {
    context = new AudioContext();
    master = context.createGain();
    master.gain.value = loudness();
    master.connect(context.destination);
  }
  return context;
}

/**
 * @param {AudioContext} ctx
 * @returns {AudioBuffer} a second of white noise
 */
function noise(ctx) {
  if (hiss === undefined) {
    hiss = ctx.createBuffer(1, ctx.sampleRate, ctx.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  }
  return hiss;
}

/**
 * @param {AudioContext} ctx
 * @param {number} at seconds from now
 * @param {number} length
 * @param {number} loudness
 * @returns {GainNode} a volume envelope with the decay of a struck object
 */
function struck(ctx, at, length, loudness) {
  const gain = ctx.createGain();
  const start = ctx.currentTime + at;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loudness, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(master ?? ctx.destination);
  return gain;
}

/**
 * @param {AudioContext} ctx
 * @param {number} pitch hertz
 * @param {number} at
 * @param {number} length
 * @param {number} loudness
 * @param {OscillatorType} [shape]
 */
function tone(ctx, pitch, at, length, loudness, shape = "sine") {
  const source = ctx.createOscillator();
  source.type = shape;
  source.frequency.value = pitch;
  source.connect(struck(ctx, at, length, loudness));
  source.start(ctx.currentTime + at);
  source.stop(ctx.currentTime + at + length);
}

/**
 * @param {AudioContext} ctx
 * @param {number} pitch centre of the band that is heard
 * @param {number} at
 * @param {number} length
 * @param {number} loudness
 */
function rustle(ctx, pitch, at, length, loudness) {
  const source = ctx.createBufferSource();
  source.buffer = noise(ctx);
  const band = ctx.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  source.connect(band).connect(struck(ctx, at, length, loudness));
  source.start(ctx.currentTime + at, Math.random() * 0.5, length);
}

/** @type {Record<Sound, (ctx: AudioContext) => void>} */
const SCORE = {
  roll: (ctx) => [0, 0.07, 0.13, 0.22, 0.34].forEach((at, i) => rustle(ctx, 2600 - i * 240, at, 0.05, 0.22 - i * 0.02)),
  place: (ctx) => {
    tone(ctx, 150, 0, 0.12, 0.3);
    rustle(ctx, 900, 0, 0.05, 0.16);
  },
  card: (ctx) => rustle(ctx, 3400, 0, 0.12, 0.12),
  trade: (ctx) => [523, 659].forEach((pitch, i) => tone(ctx, pitch, i * 0.11, 0.22, 0.12, "triangle")),
  robber: (ctx) => [130, 123, 98].forEach((pitch, i) => tone(ctx, pitch, i * 0.12, 0.3, 0.16, "triangle")),
  turn: (ctx) => [784, 1175].forEach((pitch, i) => tone(ctx, pitch, i * 0.09, 0.5, 0.1)),
  call: (ctx) => [659, 880, 659, 880].forEach((pitch, i) => tone(ctx, pitch, i * 0.2, 0.5, 0.14)),
  chat: (ctx) => tone(ctx, 988, 0, 0.14, 0.07),
  win: (ctx) => [523, 659, 784, 1047].forEach((pitch, i) => tone(ctx, pitch, i * 0.14, 0.6, 0.14, "triangle")),
  refused: (ctx) => tone(ctx, 196, 0, 0.16, 0.1, "triangle"),
};

/** @param {Sound} sound */
export function play(sound) {
  const ctx = isMuted() ? undefined : audio();
  // A suspended audio context would play all queued sounds at once when it resumes.
  if (ctx?.state === "running") SCORE[sound](ctx);
}
