import { request } from 'undici';
import { NotTestable } from '../check/interruption.ts';
import { parseJson } from '../http/events.ts';
import { valueAt } from '../json/json.ts';

/** Milliseconds that a node may take. */
const patience = 10_000;

/** Asks a node of Solana for the hash of a recent block; throws `NotTestable` where it tells none. */
export async function recentBlock(url: string): Promise<string> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'getLatestBlockhash',
    params: [{ commitment: 'confirmed' }],
  });
  const signal = AbortSignal.timeout(patience);
  const asked = request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
  const text = await asked.then((answer) => answer.body.text()).catch(String);
  const hash = valueAt(parseJson(text), '/result/value/blockhash');
  if (typeof hash === 'string') return hash;
  throw new NotTestable(`The node of SOLANA_RPC_URL tells no recent block but ${JSON.stringify(text.slice(0, 200))}.`);
}
