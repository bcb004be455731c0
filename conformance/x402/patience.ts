import { setTimeout as delay } from 'node:timers/promises';
import { retryAfter } from '@tollwright/runtime/http/retry-after';
import type { Client } from '../http/client.ts';
import type { ReceivedResponse, SentRequest } from '../http/exchange.ts';

/** Times that a request is sent where the seller limits requests. */
const maxAttempts = 3;

/** Seconds that are waited for before another attempt, at most. */
const maxWait = 10;

/** Sends a request, and sends it again where the seller limits requests. Throws `NoResponse` when there is none. */
export async function sendPatiently(
  client: Client,
  sent: SentRequest,
  attempts = maxAttempts,
): Promise<ReceivedResponse> {
  const received = await client.exchange(sent);
  if (received.status !== 429 || attempts === 1) return received;
  await delay(Math.min(retryAfter(received.headers, Date.now()) ?? 1, maxWait) * 1000);
  return sendPatiently(client, sent, attempts - 1);
}
