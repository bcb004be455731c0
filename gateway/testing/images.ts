import { textAt } from '@tollwright/runtime/testing/read';
import { expect } from 'vitest';
import type { TestGateway } from './gateway.ts';

/** Path under which images are ordered on per-call hosts. */
export const generate = '/api/v1/images/generations';

/** A request for an image of the cheapest kind. */
export const kite = { model: 'acme/img-a1', prompt: 'A red kite' };

/** An order of an image that is not ready inline. */
export interface SlowOrder {
  readonly id: string;
  readonly poll: string;
  /** The payment that it was ordered with. */
  readonly header: string;
}

/** Directs the provider of images for its next call. */
export function directImages(gateway: TestGateway, outcome: string, detail = {}) {
  return gateway.control('POST', '/upstream', { route: `POST ${generate}`, outcome, detail });
}

/** Orders an image whose provider is slow. */
export async function orderSlow(gateway: TestGateway): Promise<SlowOrder> {
  await directImages(gateway, 'slow');
  const header = await gateway.sign('POST', generate, { body: kite });
  const job = await gateway.send('POST', generate, { body: kite, headers: { 'payment-signature': header } });
  expect(job.status).toBe(202);
  return { id: textAt(job.json, 'id'), poll: textAt(job.json, 'poll_url'), header };
}
