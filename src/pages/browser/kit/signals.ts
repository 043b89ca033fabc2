// Sound, voice and vibration. A browser plays nothing before the first touch, so that is when the sound is made ready.

let context: AudioContext | null = null;

export function makeReadyOnFirstTouch(): void {
  for (const touch of ["pointerdown", "keydown"])
    addEventListener(touch, makeReady, { capture: true, passive: true });
}

function makeReady(): void {
  context ??= new AudioContext();
  // Suspended again by the system after a call, for example.
  if (context.state !== "running") context.resume().catch(() => {});
}

/** Seconds, and pitches in hertz. */
const PAID = [
  [0, 784],
  [0.13, 988],
  [0.26, 1319],
] as const;
const ENDED = [
  [0, 330],
  [0.18, 247],
] as const;

const PAID_MS = 700;

/** The words are said aloud after the sound, by a device that has a voice; the language is theirs. */
export function signalPaid(aloud?: { words: string; language: string }): void {
  play(PAID);
  navigator.vibrate?.([150, 80, 300]);
  if (aloud !== undefined) setTimeout(say, PAID_MS, aloud.words, aloud.language);
}

export function signalEnded(): void {
  play(ENDED);
  navigator.vibrate?.(400);
}

function say(words: string, language: string): void {
  if (!("speechSynthesis" in globalThis)) return;
  const utterance = new SpeechSynthesisUtterance(words);
  utterance.lang = language;
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}

function play(notes: readonly (readonly [at: number, pitch: number])[]): void {
  if (context === null) return;
  for (const [at, pitch] of notes) {
    const start = context.currentTime + at;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.4, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.4);
  }
}
