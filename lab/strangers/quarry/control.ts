/** The control API: clock, scripted upstreams and settlements, ledger, funds, allowlist, events, reset. */
import { deliver } from './events.ts';
import { isObj } from './form.ts';
import { rowsNamed } from './router.ts';
import { scriptKey } from './upstream.ts';
import { type Ask, type Obj, ok, Refusal, type Reply } from './wire.ts';
import { iso, now, resetWorld, wallet, world } from './world.ts';

const capabilities = ['clock', 'upstream', 'settlement', 'ledger', 'fund', 'allow', 'events', 'reset'];
const outcomes = [
  'succeed',
  'fail',
  'reject',
  'timeout',
  'slow',
  'cut',
  'empty',
  'capacity',
  'mirror_fail',
  'unconfigured',
];
const nothing: Reply = { status: 204 };

function wrong(sentence: string): Refusal {
  return new Refusal(400, { error: sentence });
}

function bodyOf(ask: Ask): Obj {
  try {
    const body: unknown = JSON.parse(ask.raw.toString('utf8') || '{}');
    if (isObj(body)) return body;
  } catch {
    // falls through to the refusal
  }
  throw wrong('The body has to be a JSON object.');
}

function timesOf(body: Obj): number {
  const times = body.times ?? 1;
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 1)
    throw wrong('times has to be a whole number from 1.');
  return times;
}

function addressOf(body: Obj): string {
  const { address } = body;
  if (typeof address !== 'string' || !/^(0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/i.test(address)) {
    throw wrong('address has to be the address of a wallet.');
  }
  return wallet(address);
}

function advance(ask: Ask): Reply {
  const by = bodyOf(ask).advance_seconds;
  if (typeof by !== 'number' || !Number.isFinite(by) || by < 0)
    throw wrong('advance_seconds has to be a number from 0.');
  world.offset += by * 1000;
  return ok({ now: iso(now()) });
}

function script(ask: Ask): Reply {
  const body = bodyOf(ask);
  const { route, outcome, detail } = body;
  if (typeof route !== 'string' || typeof outcome !== 'string') throw wrong('route and outcome are required.');
  if (!outcomes.includes(outcome)) throw wrong(`${outcome} is not offered.`);
  if (detail !== undefined && !isObj(detail)) throw wrong('detail has to be an object.');
  const left = timesOf(body);
  const keys = rowsNamed(route)
    .filter((line) => line.upstream !== undefined)
    .map(scriptKey);
  if (keys.length === 0) throw new Refusal(404, { error: `Nothing is behind ${route}.` });
  for (const key of keys) {
    if (outcome === 'succeed') world.scripts.delete(key);
    else world.scripts.set(key, { outcome, left, detail: isObj(detail) ? detail : {} });
  }
  return nothing;
}

function settlement(ask: Ask): Reply {
  const body = bodyOf(ask);
  if (body.outcome !== 'fail' && body.outcome !== 'succeed') throw wrong('outcome has to be fail or succeed.');
  world.settlementFailures = body.outcome === 'fail' ? timesOf(body) : 0;
  return nothing;
}

function fund(ask: Ask): Reply {
  const body = bodyOf(ask);
  const { amount } = body;
  if ((typeof amount !== 'string' && typeof amount !== 'number') || !/^\d+$/.test(String(amount))) {
    throw wrong('amount has to be a string of micro-USDC.');
  }
  world.balances.set(addressOf(body), Number(amount));
  return nothing;
}

function ledger(ask: Ask): Reply {
  const payer = ask.query.get('payer');
  const transfers = world.ledger.filter((one) => payer === null || wallet(one.payer) === wallet(payer));
  return ok({ transfers });
}

const calls: Record<string, (ask: Ask) => Reply> = {
  'GET /control/v1': () => ok({ control: 1, capabilities, outcomes }),
  'POST /control/v1/reset': () => {
    resetWorld();
    return nothing;
  },
  'GET /control/v1/clock': () => ok({ now: iso(now()) }),
  'POST /control/v1/clock': advance,
  'POST /control/v1/upstream': script,
  'POST /control/v1/settlement': settlement,
  'GET /control/v1/ledger': ledger,
  'POST /control/v1/fund': fund,
  'POST /control/v1/allow': (ask) => {
    world.allowed.add(addressOf(bodyOf(ask)));
    return nothing;
  },
  'POST /control/v1/events': (ask) => {
    deliver(bodyOf(ask));
    return nothing;
  },
};

export function control(ask: Ask, secret: string): Reply {
  if (ask.headers.authorization !== `Bearer ${secret}`)
    return { status: 401, body: { error: 'The control token is wanted.' } };
  const call = calls[`${ask.method} ${ask.path}`];
  if (!call) return { status: 404, body: { error: 'This call is not offered.' } };
  try {
    return call(ask);
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    throw error;
  }
}
