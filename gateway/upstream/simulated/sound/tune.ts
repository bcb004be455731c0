import type { Random } from '../random.ts';

/** Something to hear: one tone at a time. */
export interface Tune {
  readonly seconds: number;
  /** Hertz at a second of the tune. */
  readonly pitchAt: (second: number) => number;
}

/** Hertz of two octaves of a pentatonic scale, in which every melody sounds right. */
const scale = [220, 247.5, 275, 330, 366.7, 440, 495, 550, 660, 733.3] as const;

/** Notes after which a melody repeats. */
const bar = 64;

/** Makes up a melody of `seconds`; `beat` is how long each note lasts. */
export function melody(random: Random, seconds: number, beat: number): Tune {
  const notes = Array.from({ length: bar }, () => random.pick(scale));
  return { seconds, pitchAt: (second) => notes[Math.floor(second / beat) % bar] ?? scale[0] };
}
