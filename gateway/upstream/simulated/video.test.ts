import { describe, expect, test } from 'vitest';
import type { VideoRequest } from '../port.ts';
import { jobIdOf, prepare, shoot, sizeOf } from './video.ts';

const request: VideoRequest = {
  reference: 'one',
  model: 'm',
  prompt: 'A kite',
  inputType: 'text',
  seeds: [],
  seconds: 4,
  resolution: '480p',
  aspectRatio: '16:9',
  hasSound: false,
  watermark: false,
  returnsLastFrame: false,
};
const clipOf = (changes: Partial<VideoRequest>) => shoot(prepare({ ...request, ...changes }), 1)[0]?.bytes();

describe('sizeOf', () => {
  test.each([
    ['480p', '16:9', 854, 480],
    ['720p', '16:9', 1280, 720],
    ['720p', '9:16', 720, 1280],
    ['1080p', 'adaptive', 1920, 1080],
    ['4K', '16:9', 3840, 2160],
    ['720p', '1:1', 720, 720],
    ['720p', '21:9', 1680, 720],
    ['480p', '3:4', 480, 640],
  ])('is that of %s at %s', (resolution, aspectRatio, width, height) => {
    expect(sizeOf({ resolution, aspectRatio })).toEqual({ width, height });
  });
});

describe('shoot', () => {
  test('makes the same clip again where a seed is given, and another one where none is', async () => {
    expect(await clipOf({ seed: 7, reference: 'one' })).toEqual(await clipOf({ seed: 7, reference: 'two' }));
    expect(await clipOf({ reference: 'one' })).not.toEqual(await clipOf({ reference: 'two' }));
    expect(await clipOf({ reference: 'one' })).toEqual(await clipOf({ reference: 'one' }));
  });

  test('returns the last frame where it is requested', () => {
    const files = shoot(prepare({ ...request, returnsLastFrame: true }), 1);
    expect(files.map(({ mime }) => mime)).toEqual(['video/mp4', 'image/png']);
  });
});

describe('prepare', () => {
  test('keeps what identifies an order and not the bytes of its seeds', () => {
    const seed = `data:image/png;base64,${'A'.repeat(10_000)}`;
    const work = prepare({ ...request, seeds: [seed] });
    expect(JSON.stringify(work).length).toBeLessThan(1000);
    expect(jobIdOf(work, 1)).toBe(jobIdOf(prepare(request), 1));
    expect(jobIdOf(work, 1)).not.toBe(jobIdOf(prepare({ ...request, reference: 'two' }), 1));
  });
});
