import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { backgroundEvent } from './background.ts';
import { advance, iso, nowMs } from './clock.ts';
import { HttpError, isRecord, MAX_BODY, parseJson, type Reply, readBody } from './http.ts';
import { jobEvent } from './jobs.ts';
import { named } from './router.ts';
import { routes } from './routes.ts';
import { parseTarget, replyTo, send } from './server.ts';
import { reset, state } from './state.ts';
import { outcomes, script } from './upstream.ts';
import { callEvent } from './voice-call.ts';

type Body = Record<string, unknown>;

const NO_CONTENT: Reply = { status: 204 };
const CAPABILITIES = ['clock', 'upstream', 'settlement', 'ledger', 'fund', 'allow', 'events', 'reset'];

function bad(message: string): HttpError {
  return new HttpError(400, { error: message });
}

function addressOf(body: Body): string {
  const { address } = body;
  if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address)) throw bad('address must be an EVM address.');
  return address.toLowerCase();
}

function timesOf(body: Body): number {
  const times = body.times ?? 1;
  if (typeof times !== 'number' || !Number.isSafeInteger(times) || times < 1)
    throw bad('times must be a whole number above 0.');
  return times;
}

function detailOf(body: Body): Body {
  const detail = body.detail ?? {};
  if (!isRecord(detail)) throw bad('detail must be an object.');
  return detail;
}

function moveClock(body: Body): Reply {
  const seconds = body.advance_seconds;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0 || seconds > 1e10) {
    throw bad('advance_seconds must be a number that is not negative.');
  }
  advance(seconds);
  return { status: 200, body: { now: iso(nowMs()) } };
}

function scriptUpstream(body: Body): Reply {
  const outcome = outcomes.find((item) => item === body.outcome);
  if (typeof body.route !== 'string') throw bad('route must be a method and a path template.');
  if (outcome === undefined) throw bad(`outcome must be one of ${outcomes.join(', ')}.`);
  const times = timesOf(body);
  const detail = detailOf(body);
  const found = named(routes, body.route).filter((route) => route.upstream);
  if (found.length === 0) throw new HttpError(404, { error: 'No route with an upstream has this name.' });
  script(found, outcome, times, detail);
  return NO_CONTENT;
}

function scriptSettlement(body: Body): Reply {
  const { outcome } = body;
  if (outcome !== 'fail' && outcome !== 'succeed') throw bad('outcome must be fail or succeed.');
  state.failingSettlements = outcome === 'fail' ? timesOf(body) : 0;
  return NO_CONTENT;
}

function fund(body: Body): Reply {
  const address = addressOf(body);
  const { amount } = body;
  if (typeof amount !== 'string' || !/^\d{1,30}$/.test(amount)) throw bad('amount must be a string of micro-USDC.');
  state.balances.set(address, BigInt(amount));
  return NO_CONTENT;
}

/** Deliver the event to its machine; undefined when the id is unknown there. */
function deliver(machine: unknown, id: string, event: string, detail: Body): boolean | undefined {
  switch (machine) {
    case 'image_job':
    case 'video_job': {
      const job = state.jobs.get(id);
      return job && `${job.kind}_job` === machine ? jobEvent(job, event) : undefined;
    }
    case 'background_response': {
      const item = state.responses.get(id);
      return item && backgroundEvent(item, event);
    }
    case 'realface': {
      const group = state.groups.get(id);
      if (group && event === 'liveness_passed') group.active = true;
      return group && event === 'liveness_passed';
    }
    case 'voice_call': {
      const call = state.calls.get(id);
      return call && callEvent(call, event, detail);
    }
    default:
      throw bad('machine must be image_job, video_job, background_response, realface or voice_call.');
  }
}

function sendEvent(body: Body): Reply {
  const { machine, id, event } = body;
  if (typeof id !== 'string' || typeof event !== 'string') throw bad('id and event must be strings.');
  const delivered = deliver(machine, id, event, detailOf(body));
  if (delivered === undefined) throw new HttpError(404, { error: 'The machine has nothing with this id.' });
  if (!delivered) throw bad('The machine does not know this event.');
  return NO_CONTENT;
}

function ledger(query: URLSearchParams): Reply {
  const payer = query.get('payer')?.toLowerCase();
  const transfers = state.transfers.filter((item) => payer === undefined || item.payer === payer);
  return { status: 200, body: { transfers } };
}

function dispatch(call: string, query: URLSearchParams, read: () => Body): Reply {
  switch (call) {
    case 'GET /control/v1':
      return { status: 200, body: { control: 1, capabilities: CAPABILITIES, outcomes } };
    case 'POST /control/v1/reset':
      reset();
      return NO_CONTENT;
    case 'GET /control/v1/clock':
      return { status: 200, body: { now: iso(nowMs()) } };
    case 'POST /control/v1/clock':
      return moveClock(read());
    case 'POST /control/v1/upstream':
      return scriptUpstream(read());
    case 'POST /control/v1/settlement':
      return scriptSettlement(read());
    case 'GET /control/v1/ledger':
      return ledger(query);
    case 'POST /control/v1/fund':
      return fund(read());
    case 'POST /control/v1/allow':
      state.allowlist.add(addressOf(read()));
      return NO_CONTENT;
    case 'POST /control/v1/events':
      return sendEvent(read());
    default:
      throw new HttpError(404, { error: 'This control call is not offered.' });
  }
}

function parse(body: Buffer): unknown {
  try {
    return parseJson(body);
  } catch {
    throw bad('The body is not valid JSON.');
  }
}

async function answer(message: IncomingMessage, token: string): Promise<Reply> {
  const given = Buffer.from(message.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  const body = await readBody(message, MAX_BODY);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new HttpError(401, { error: 'The control token is missing or wrong.' });
  const url = parseTarget(message.url ?? '/');
  if (!url) throw bad('The request target is not valid.');
  return dispatch(`${message.method} ${url.pathname}`, url.searchParams, () => {
    const value = parse(body);
    if (!isRecord(value)) throw bad('The body must be a JSON object.');
    return value;
  });
}

/** The handler of the control listener. */
export function control(token: string): (message: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (message, response) => {
    const reply = await answer(message, token).catch(replyTo);
    await send(response, reply, false).catch(() => response.destroy());
  };
}
