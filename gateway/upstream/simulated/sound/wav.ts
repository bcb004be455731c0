import type { Tune } from './tune.ts';

const rate = 8000;
const bytesPerSample = 2;
const loudness = 6000;

/** MIME type of what `encodePcm` makes. */
export const pcmType = `audio/L16;rate=${rate};channels=1`;

/** Encodes a tune as 16-bit little-endian samples, mono at 8 kHz. */
export function encodePcm({ seconds, pitchAt }: Tune): Uint8Array {
  const samples = Math.round(seconds * rate);
  const bytes = Buffer.alloc(samples * bytesPerSample);
  let phase = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    phase += (2 * Math.PI * pitchAt(sample / rate)) / rate;
    bytes.writeInt16LE(Math.round(Math.sin(phase) * loudness), sample * bytesPerSample);
  }
  return bytes;
}

/** Encodes a tune as a WAV file of the same samples. */
export function encodeWav(tune: Tune): Uint8Array {
  const samples = encodePcm(tune);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(1, 22); // mono
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * bytesPerSample, 28);
  header.writeUInt16LE(bytesPerSample, 32);
  header.writeUInt16LE(bytesPerSample * 8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
