import type { Tune } from './tune.ts';

/*
 * MPEG-2 layer III, 24 kHz, mono, 8 kbit/s: frames of 24 bytes and 24 milliseconds.
 *
 * Each frame is whole in itself and holds one spectral line of the lowest level, so that nothing has to be analysed and
 * every player plays it.
 */
const header = [0xff, 0xf3, 0x14, 0xc0] as const;
const frameBytes = 24;
const frameSeconds = 0.024;

/** Hertz between two of the 576 spectral lines. */
const lineWidth = 12_000 / 576;

/** As many lines as the bits of a frame reach. */
const highestLine = 150;

/** Loudness of a line in quarters of a doubling; 210 is as loud as can be. */
const gain = 200;

/** Encodes a tune as MP3. */
export function encodeMp3({ seconds, pitchAt }: Tune): Uint8Array {
  const frames = Math.round(seconds / frameSeconds);
  const bytes = Buffer.alloc(frames * frameBytes);
  for (let frame = 0; frame < frames; frame += 1) {
    const line = Math.min(Math.round(pitchAt(frame * frameSeconds) / lineWidth), highestLine);
    bytes.set([...header, ...packed(frameBits(line, frame % 2))], frame * frameBytes);
  }
  return bytes;
}

/** Side information and spectrum of one frame as a text of bits. */
function frameBits(line: number, sign: number): string {
  // Pairs of lines in Huffman table 1: those below are empty, the last holds the line.
  const pairs = Math.floor(line / 2) + 1;
  const spectrum = `${'1'.repeat(pairs - 1)}${line % 2 === 0 ? '01' : '001'}${sign}`;
  const fields: readonly (readonly [value: number, width: number])[] = [
    [0, 9], // no bits from earlier frames, private bit
    [spectrum.length, 12],
    [pairs, 9],
    [gain, 8],
    [0, 10], // no scale factors, long blocks
    [1, 5],
    [1, 5],
    [1, 5], // table 1 in all three regions
    [7, 4],
    [7, 3], // where the regions end, which is all the same
    [0, 2],
  ];
  return fields.map(([value, width]) => value.toString(2).padStart(width, '0')).join('') + spectrum;
}

function packed(bits: string): Uint8Array {
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
}
