/** The public side of one host: finds the row of an ask and serves it, or says that there is none. */
import { law } from './law.ts';
import { chooseRail } from './pay.ts';
import { find, openTable } from './router.ts';
import { serve } from './serve.ts';
import type { Answer } from './socket.ts';
import { rows } from './table.ts';
import type { Ask, Reply } from './wire.ts';

function missing(ask: Ask): Reply {
  return { status: 404, body: { error: 'Not found', message: `Nothing is served at ${ask.method} ${ask.path}.` } };
}

function retired(ask: Ask): Reply {
  if (law.retiredStillServes(ask.path)) return { status: 200, body: { version: 1, resources: [] } };
  return {
    status: law.retiredHostStatus,
    body: { error: 'Gone from service', message: 'This gateway is retired: use the hosts on Base or Solana.' },
  };
}

export function gateway(host: string): Answer {
  if (host === 'xrp') return retired;
  chooseRail(host);
  openTable(rows, host);
  return async (ask) => {
    const method = ask.method === 'HEAD' ? 'GET' : ask.method;
    const found = find(method, ask.path);
    if (!found) return missing(ask);
    ask.params = found.params;
    return serve(ask, found.row);
  };
}
