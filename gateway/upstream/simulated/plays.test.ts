import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '#conformance/testing/browser.ts';
import { randomFrom } from '../seeded-random.ts';
import { cutClip } from './media/clip.ts';
import { recorders } from './media/recording.ts';
import { drawPng } from './png.ts';

const executablePath = findChromium('Tests that play simulated media');

let browser: Browser | undefined;
beforeAll(async () => {
  if (executablePath) browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});
afterAll(() => browser?.close());

const uri = (mime: string, bytes: Uint8Array) => `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`;

/** Runs a script in a page of its own; scripts are text, since they are not of this program. */
async function inPage<T>(script: string): Promise<T> {
  const page = await browser?.newPage();
  if (!page) throw new Error('There is no browser.');
  const found = await page.evaluate<T>(script);
  await page.close();
  return found;
}

describe.skipIf(executablePath === undefined)('what the simulated upstream makes, in a browser', () => {
  test('a PNG is decoded', async () => {
    const png = uri('image/png', drawPng(320, 200, randomFrom(['a kite'])));
    const size = await inPage(
      `(async () => { const image = new Image(); image.src = '${png}'; await image.decode();
        return [image.naturalWidth, image.naturalHeight]; })()`,
    );
    expect(size).toEqual([320, 200]);
  });

  test.each([true, false])('an MP4 is played to its end, with sound: %s', async (hasSound) => {
    const clip = cutClip({ width: 64, height: 48, seconds: 2, hasSound, label: 'a kite' });
    const mp4 = uri('video/mp4', clip);
    const played = await inPage<{ width: number; height: number; at: number }>(
      `(async () => { const video = document.createElement('video'); video.muted = true; video.src = '${mp4}';
        const ended = new Promise((resolve, reject) => { video.onended = resolve; video.onerror = () => reject(new Error(video.error.message)); });
        await video.play(); await ended;
        return { width: video.videoWidth, height: video.videoHeight, at: video.currentTime }; })()`,
    );
    expect(played.width).toBeGreaterThan(0);
    expect(played.at).toBeCloseTo(2, 0);
  });

  test.each(['mp3', 'wav', 'opus'] as const)('a sound as %s is decoded to its length', async (format) => {
    const sound = Buffer.from(recorders[format].record(2, 0.3)).toString('base64');
    const decoded = await inPage<{ seconds: number; peak: number }>(
      `(async () => { const bytes = Uint8Array.from(atob('${sound}'), (each) => each.charCodeAt(0));
        const buffer = await new OfflineAudioContext(1, 48000, 48000).decodeAudioData(bytes.buffer);
        return { seconds: buffer.duration, peak: Math.max(...buffer.getChannelData(0).slice(0, 48000).map(Math.abs)) }; })()`,
    );
    expect(decoded.seconds).toBeCloseTo(2, 0);
    // The sample of Opus is silence.
    expect(decoded.peak > 0.01).toBe(format !== 'opus');
  });
});
