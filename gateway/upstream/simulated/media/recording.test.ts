import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recorders } from './recording.ts';

const options = fc.record({
  seconds: fc.double({ min: 0.5, max: 120, noNaN: true }),
  start: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});
type Options = typeof options extends fc.Arbitrary<infer Value> ? Value : never;

const record = (format: keyof typeof recorders, { seconds, start }: Options) =>
  Buffer.from(recorders[format].record(seconds, start));

describe('an MP3', () => {
  test('is a row of whole MPEG-2 layer III frames of the requested duration', () => {
    fc.assert(
      fc.property(options, (given) => {
        const mp3 = record('mp3', given);
        const frames = mp3.length / 24;
        expect(Math.abs(frames * 0.024 - given.seconds)).toBeLessThanOrEqual(0.0121);
        for (let frame = 0; frame < frames; frame += 1) expect(mp3.readUInt32BE(frame * 24)).toBe(0xfff314c0);
      }),
      { numRuns: 20 },
    );
  });

  test('differs with where it begins', () => {
    expect(record('mp3', { seconds: 3, start: 0 }).equals(record('mp3', { seconds: 3, start: 0.5 }))).toBe(false);
  });
});

describe('a WAV', () => {
  test('has its own length in its header, and PCM behind it', () => {
    fc.assert(
      fc.property(options, (given) => {
        const wav = record('wav', given);
        expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
        expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
        expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
        expect(wav.readUInt32LE(40) / wav.readUInt32LE(28)).toBeCloseTo(given.seconds, 3);
        expect(wav.subarray(44).equals(record('pcm', given))).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});

describe('an Ogg Opus file', () => {
  test('is a row of pages with the right checksums, less than half a second longer than requested', () => {
    fc.assert(
      fc.property(options, (given) => {
        const pages = [...pagesOf(record('opus', given))];
        expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, index) => index));
        expect(pages[0]?.body.toString('latin1', 0, 8)).toBe('OpusHead');
        expect(pages[1]?.body.toString('latin1', 0, 8)).toBe('OpusTags');
        const seconds = Number(pages.at(-1)?.position) / 48_000;
        expect(seconds).toBeGreaterThanOrEqual(given.seconds);
        expect(seconds - given.seconds).toBeLessThan(0.5);
      }),
      { numRuns: 20 },
    );
  });
});

function* pagesOf(file: Buffer) {
  for (let at = 0; at < file.length;) {
    expect(file.toString('latin1', at, at + 4)).toBe('OggS');
    const segments = file.readUInt8(at + 26);
    const sizes = file.subarray(at + 27, at + 27 + segments);
    const length = 27 + segments + sizes.reduce((sum, size) => sum + size, 0);
    const page = Buffer.from(file.subarray(at, at + length));
    const checksum = page.readUInt32LE(22);
    page.writeUInt32LE(0, 22);
    expect(oggChecksum(page)).toBe(checksum);
    yield {
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
