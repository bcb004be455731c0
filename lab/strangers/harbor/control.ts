/** The control API, on an origin of its own. */
import type { IncomingMessage } from 'node:http';
import type { Gateway } from './gateway.ts';
import { type Answer, type Dict, isDict, Refusal, readRaw } from './http.ts';
import { jobEvent } from './jobs.ts';
import { faceEvent } from './ops/assets.ts';
import { backgroundEvent } from './ops/responses.ts';
import { voiceEvent } from './ops/voice.ts';
import { OUTCOMES, writeScript } from './upstream.ts';

const CAPABILITIES = ['clock', 'upstream', 'settlement', 'ledger', 'fund', 'allow', 'events', 'reset'];
const DONE: Answer = { status: 204 };

function bad(message: string): never {
  throw new Refusal(400, { error: message });
}

function addressOf(body: Dict): string {
  const address = body.address;
  if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address)) return bad('address wants a wallet address');
  return address.toLowerCase();
}

function timesOf(body: Dict): number {
  const times = body.times ?? 1;
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 1) return bad('times wants a positive number');
  return times;
}

function upstream(gateway: Gateway, body: Dict): Answer {
  const { route, outcome } = body;
  const detail = body.detail ?? {};
  if (typeof route !== 'string' || typeof outcome !== 'string') return bad('route and outcome are wanted');
  if (!OUTCOMES.includes(outcome)) return bad(`no outcome ${outcome}`);
  if (!isDict(detail)) return bad('detail wants an object');
  if (!writeScript(gateway, route, outcome, timesOf(body), detail)) {
    throw new Refusal(404, { error: `nothing behind ${route}` });
  }
  return DONE;
}

function event(gateway: Gateway, body: Dict): Answer {
  const { machine, id, event: name } = body;
  const detail = isDict(body.detail) ? body.detail : {};
  if (typeof machine !== 'string' || typeof id !== 'string' || typeof name !== 'string') {
    return bad('machine, id and event are wanted');
  }
  const machines: Record<string, () => boolean | undefined> = {
    image_job: () => jobEvent(gateway, 'image', id, name),
    video_job: () => jobEvent(gateway, 'video', id, name),
    background_response: () => backgroundEvent(gateway, id, name),
    realface: () => faceEvent(gateway, id, name),
    voice_call: () => voiceEvent(gateway, id, name, detail),
  };
  const deliver = machines[machine];
  if (deliver === undefined) return bad(`no machine ${machine}`);
  const known = deliver();
  if (known === undefined) throw new Refusal(404, { error: `no ${machine} ${id}` });
  if (!known) return bad(`no event ${name} for ${machine}`);
  return DONE;
}

function post(gateway: Gateway, name: string, body: Dict): Answer | undefined {
  const { memory } = gateway;
  switch (name) {
    case 'reset':
      gateway.reset();
      return DONE;
    case 'clock': {
      const seconds = body.advance_seconds;
      if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0)
        return bad('advance_seconds wants a number');
      memory.offsetMs += seconds * 1000;
      return { status: 200, body: { now: gateway.iso() } };
    }
    case 'upstream':
      return upstream(gateway, body);
    case 'settlement':
      if (body.outcome !== 'fail' && body.outcome !== 'succeed') return bad('outcome is fail or succeed');
      memory.settlementFailures = body.outcome === 'fail' ? timesOf(body) : 0;
      return DONE;
    case 'fund': {
      const amount = String(body.amount);
      if (!/^\d{1,15}$/.test(amount)) return bad('amount wants micro-USDC as text');
      memory.balances.set(addressOf(body), Number(amount));
      return DONE;
    }
    case 'allow':
      memory.allowed.add(addressOf(body));
      return DONE;
    case 'events':
      return event(gateway, body);
    default:
      return undefined;
  }
}

function get(gateway: Gateway, name: string, query: URLSearchParams): Answer | undefined {
  if (name === '') return { status: 200, body: { outcomes: OUTCOMES, capabilities: CAPABILITIES, control: 1 } };
  if (name === 'clock') return { status: 200, body: { now: gateway.iso() } };
  if (name !== 'ledger') return undefined;
  const payer = query.get('payer')?.toLowerCase();
  const all = gateway.memory.transfers;
  const transfers = payer === undefined ? all : all.filter((transfer) => transfer.payer === payer);
  return { status: 200, body: { transfers: transfers.map((transfer) => ({ ...transfer })) } };
}

export async function serveControl(gateway: Gateway, token: string, req: IncomingMessage): Promise<Answer> {
  const url = new URL(req.url ?? '/', 'http://control');
  const raw = await readRaw(req);
  if (req.headers.authorization !== `Bearer ${token}`)
    return { status: 401, body: { error: 'The control token is wanted.' } };
  const path = /^\/control\/v1(?:\/(\w+))?$/.exec(url.pathname);
  const missing = new Refusal(404, { error: 'No such control call.' });
  if (path === null) throw missing;
  const name = path[1] ?? '';
  if (req.method === 'GET') {
    const answer = get(gateway, name, url.searchParams);
    if (answer === undefined) throw missing;
    return answer;
  }
  let body: unknown = {};
  try {
    if (raw.length > 0) body = JSON.parse(raw.toString('utf8'));
  } catch {
    bad('the body does not parse');
  }
  if (!isDict(body)) return bad('the body wants an object');
  const answer = req.method === 'POST' ? post(gateway, name, body) : undefined;
  if (answer === undefined) throw missing;
  return answer;
}
