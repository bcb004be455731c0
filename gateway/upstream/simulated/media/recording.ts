import { readFileSync } from 'node:fs';
import type { AudioFormat } from '../../audio-port.ts';

/** A format of recordings: its MIME type, and a recording of some seconds in it. */
interface Recorder {
  readonly mime: string;
  /** `start`, from 0 to 1, is where in its sample the recording begins, so that recordings differ. */
  readonly record: (seconds: number, start: number) => Uint8Array;
}

/** Frames of 24 bytes and 24 milliseconds: MPEG-2 layer III at 8 kbit/s, each decoded without the others. */
const tune = read('tune.mp3');
const mp3 = { frameBytes: 24, frameSeconds: 0.024 };

/** 16-bit samples at 8 kHz, behind a header of 44 bytes. */
const tone = read('tone.wav');
const wav = { headerBytes: 44, rate: 8000, sampleBytes: 2 };

/** Two minutes of silence in Ogg pages of about half a second. */
const silence = read('silence.opus');
const opusRate = 48_000;

/** Recordings made of the samples beside this module: repeated as often as needed, or cut where a unit ends. */
export const recorders: Readonly<Record<AudioFormat, Recorder>> = {
  mp3: {
    mime: 'audio/mpeg',
    record: (seconds, start) => repeat(tune, mp3.frameBytes, Math.round(seconds / mp3.frameSeconds), start),
  },
  opus: { mime: 'audio/ogg', record: cutOpus },
  pcm: { mime: `audio/L16;rate=${wav.rate};channels=1`, record: repeatSamples },
  wav: {
    mime: 'audio/wav',
    record(seconds, start) {
      const samples = repeatSamples(seconds, start);
      const header = Buffer.from(tone.subarray(0, wav.headerBytes));
      header.writeUInt32LE(wav.headerBytes - 8 + samples.length, 4);
      header.writeUInt32LE(samples.length, 40);
      return Buffer.concat([header, samples]);
    },
  },
};

function repeatSamples(seconds: number, start: number): Buffer {
  return repeat(tone.subarray(wav.headerBytes), wav.sampleBytes, Math.round(seconds * wav.rate), start);
}

/** Goes round a sample of equal units until there are `count` of them. */
function repeat(sample: Buffer, unitBytes: number, count: number, start: number): Buffer {
  const first = Math.floor(start * (sample.length / unitBytes)) * unitBytes;
  const turned = Buffer.concat([sample.subarray(first), sample.subarray(0, first)]);
  return Buffer.alloc(count * unitBytes, turned);
}

/** The pages of the silence that begin within `seconds`, and those of its headers. */
function cutOpus(seconds: number): Buffer {
  let end = 0;
  for (let position = 0; end < silence.length && position < seconds * opusRate;) {
    const segments = silence.readUInt8(end + 26);
    const sizes = silence.subarray(end + 27, end + 27 + segments);
    position = Number(silence.readBigUInt64LE(end + 6));
    end += 27 + segments + sizes.reduce((sum, size) => sum + size, 0);
  }
  return silence.subarray(0, end);
}

function read(name: string): Buffer {
  return readFileSync(new URL(name, import.meta.url));
}
