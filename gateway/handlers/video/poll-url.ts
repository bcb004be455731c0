import { createHmac, timingSafeEqual } from 'node:crypto';
import type { VideoPollQuery } from '#generated/validators/video.ts';
import type { VideoOrder } from './job.ts';

/** The query of a poll URL: what was billed, with a signature that only this gateway can make. */
export function pollQuery(id: string, order: VideoOrder, secret: Buffer): URLSearchParams {
  const { model, seconds, resolution, fromImage, references } = order;
  const image = fromImage ? '1' : '0';
  const signed = JSON.stringify([id, model, seconds, image, resolution, references]);
  const sig = createHmac('sha256', secret).update(signed).digest('base64url');
  return new URLSearchParams({ model, duration: String(seconds), i2v: image, sig });
}

/** True for the query of the poll URL of a job. */
export function isSigned(id: string, order: VideoOrder, query: VideoPollQuery, secret: Buffer): boolean {
  const expected = pollQuery(id, order, secret);
  const plain = ['model', 'duration', 'i2v'] as const;
  return plain.every((name) => query[name] === expected.get(name)) && same(query.sig ?? '', expected.get('sig') ?? '');
}

/** Compares two texts in constant time. */
function same(sent: string, expected: string): boolean {
  const [left, right] = [Buffer.from(sent), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
