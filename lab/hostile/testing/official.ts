/** The official x402 client as a program that `conform-client` can try: it checks what that client checks, and no more. */

import { ExactEvmScheme } from '@x402/evm';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';

const { TOLLWRIGHT_URL, TOLLWRIGHT_METHOD, TOLLWRIGHT_PATH, TOLLWRIGHT_BODY, TOLLWRIGHT_KIND, PAYER_KEY } = process.env;
const client = new ExactEvmScheme(privateKeyToAccount(`0x${(PAYER_KEY ?? '').replace(/^0x/, '')}`));
const pay = wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network: 'eip155:*', client }] });

let poll = '';
const first = await pay(`${TOLLWRIGHT_URL}${TOLLWRIGHT_PATH}`, {
  method: TOLLWRIGHT_METHOD ?? 'GET',
  ...(TOLLWRIGHT_BODY !== undefined && { headers: { 'content-type': 'application/json' }, body: TOLLWRIGHT_BODY }),
});
await read(first);

/** Reads a response without checking it, and polls the job that it names. */
async function read(answer: Response): Promise<void> {
  if (!answer.ok) throw new Error(`The answer is ${answer.status}.`);
  if (TOLLWRIGHT_KIND === 'stream') return void (await answer.text());
  const body: unknown = await answer.json();
  if (answer.status !== 202 || typeof body !== 'object' || body === null) return;
  await new Promise((resolve) => setTimeout(resolve, 5));
  if (!('poll_url' in body)) return read(await pay(poll));
  poll = new URL(String(body.poll_url), TOLLWRIGHT_URL).href;
  return read(await pay(poll));
}
