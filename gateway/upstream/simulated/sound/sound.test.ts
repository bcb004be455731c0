import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodings } from './encode.ts';
import type { Tune } from './tune.ts';

const tune = fc.record({
  seconds: fc.double({ min: 0.5, max: 12, noNaN: true }),
  pitch: fc.integer({ min: 100, max: 3000 }),
});
const make = ({ seconds, pitch }: { seconds: number; pitch: number }): Tune => ({ seconds, pitchAt: () => pitch });

const encode = (format: keyof typeof encodings, of: Tune) => Buffer.from(encodings[format].encode(of));

describe('an MP3', () => {
  test('is a row of whole MPEG-2 layer III frames as long as the tune', () => {
    fc.assert(
      fc.property(tune, (given) => {
        const mp3 = encode('mp3', make(given));
        const frames = mp3.length / 24;
        expect(Math.abs(frames * 0.024 - given.seconds)).toBeLessThanOrEqual(0.0121);
        for (let frame = 0; frame < frames; frame += 1) {
          const at = frame * 24;
          expect(mp3.readUInt32BE(at)).toBe(0xfff314c0);
          // The Huffman bits have to fit into what the header and the side information leave.
          const length = mp3.readUInt32BE(at + 4) & 0x7fffff;
          expect(length >> 11).toBeLessThanOrEqual((24 - 13) * 8);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('a WAV', () => {
  test('tells its own length, and is its PCM behind a header', () => {
    fc.assert(
      fc.property(tune, (given) => {
        const wav = encode('wav', make(given));
        expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
        expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
        expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
        expect(wav.readUInt32LE(40) / wav.readUInt32LE(28)).toBeCloseTo(given.seconds, 3);
        expect(wav.subarray(44).equals(encode('pcm', make(given)))).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  test('swings as often as its pitch says', () => {
    const pcm = encode('pcm', { seconds: 1, pitchAt: () => 440 });
    let turns = 0;
    for (let at = 2; at < pcm.length; at += 2) if (pcm.readInt16LE(at) < 0 !== pcm.readInt16LE(at - 2) < 0) turns += 1;
    expect(turns / 2).toBeGreaterThan(435);
    expect(turns / 2).toBeLessThan(445);
  });
});

describe('an Ogg Opus file', () => {
  test('is a row of pages with the right checksums, and ends where the sound does', () => {
    fc.assert(
      fc.property(tune, (given) => {
        const pages = [...pagesOf(encode('opus', make(given)))];
        expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, index) => index));
        expect(pages.map(({ flag }) => flag)).toEqual(pages.map((_, at) => flagAt(at, pages.length)));
        expect(pages[0]?.body.toString('latin1', 0, 8)).toBe('OpusHead');
        expect(pages[1]?.body.toString('latin1', 0, 8)).toBe('OpusTags');
        const seconds = (Number(pages.at(-1)?.position) - 312) / 48_000;
        expect(seconds - given.seconds).toBeGreaterThanOrEqual(-1e-9);
        expect(seconds - given.seconds).toBeLessThan(0.02);
      }),
      { numRuns: 20 },
    );
  });
});

function flagAt(index: number, count: number): number {
  if (index === 0) return 2;
  return index === count - 1 ? 4 : 0;
}

function* pagesOf(file: Buffer) {
  for (let at = 0; at < file.length; ) {
    expect(file.toString('latin1', at, at + 4)).toBe('OggS');
    const segments = file.readUInt8(at + 26);
    const sizes = file.subarray(at + 27, at + 27 + segments);
    const length = 27 + segments + sizes.reduce((sum, size) => sum + size, 0);
    const page = Buffer.from(file.subarray(at, at + length));
    const checksum = page.readUInt32LE(22);
    page.writeUInt32LE(0, 22);
    expect(oggChecksum(page)).toBe(checksum);
    yield {
      flag: file.readUInt8(at + 5),
      position: file.readBigUInt64LE(at + 6),
      sequence: file.readUInt32LE(at + 18),
      body: page.subarray(27 + segments),
    };
    at += length;
  }
}

/** The CRC of zlib on reversed bits, without its inversions: another way to the same number. */
function oggChecksum(page: Buffer): number {
  const reversed = Uint8Array.from(page, (byte) => reverse(byte, 8));
  return reverse((crc32(reversed, 0xffffffff) ^ 0xffffffff) >>> 0, 32);
}

function reverse(value: number, width: number): number {
  return Number.parseInt([...value.toString(2).padStart(width, '0')].reverse().join(''), 2);
}
