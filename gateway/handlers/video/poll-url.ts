import { createHmac, timingSafeEqual } from 'node:crypto';
import type { VideoPollQuery } from '#generated/validators/video.ts';
import type { VideoOrder } from './job.ts';

/** The query by which a job is polled: what was billed, signed so that nobody writes one by hand. */
export function pollQuery(id: string, order: VideoOrder, secret: Buffer): URLSearchParams {
  const { model, seconds, resolution, fromImage, references } = order;
  const image = fromImage ? '1' : '0';
  const signed = JSON.stringify([id, model, seconds, image, resolution, references]);
  const sig = createHmac('sha256', secret).update(signed).digest('base64url');
  return new URLSearchParams({ model, duration: String(seconds), i2v: image, sig });
}

/** Tells whether a poll came with the query that was given out. */
export function isSigned(id: string, order: VideoOrder, query: VideoPollQuery, secret: Buffer): boolean {
  const expected = pollQuery(id, order, secret);
  const plain = ['model', 'duration', 'i2v'] as const;
  return plain.every((name) => query[name] === expected.get(name)) && same(query.sig ?? '', expected.get('sig') ?? '');
}

/** Compares in a time that tells nothing about where two texts differ. */
function same(sent: string, expected: string): boolean {
  const [left, right] = [Buffer.from(sent), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
