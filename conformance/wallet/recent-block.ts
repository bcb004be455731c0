import { request } from 'undici';
import { valueAt } from '../common/json.ts';
import { parseJson } from '../http/events.ts';
import { NotTestable } from '../http/interruption.ts';

/** Timeout of the node, in milliseconds. */
const timeout = 10_000;

/** Requests the hash of a recent block from a Solana node; throws `NotTestable` without one. */
export async function recentBlock(url: string): Promise<string> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'getLatestBlockhash',
    params: [{ commitment: 'confirmed' }],
  });
  const signal = AbortSignal.timeout(timeout);
  const response = request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
  const text = await response.then(({ body: sent }) => sent.text()).catch(String);
  const hash = valueAt(parseJson(text), '/result/value/blockhash');
  if (typeof hash === 'string') return hash;
  throw new NotTestable(
    'means',
    `The node at SOLANA_RPC_URL must return a recent block hash, but returned ${JSON.stringify(text.slice(0, 200))}.`,
  );
}
