import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createKey } from './accounts.ts';
import { backgroundEvent } from './background.ts';
import { findCall } from './call-record.ts';
import { advance, iso, now } from './clock.ts';
import { upstreamsOf } from './control-route.ts';
import { HttpError, isObject, ok, parseJson, type Reply, readBody } from './http.ts';
import { findJob } from './jobs.ts';
import { parseUsd } from './money.ts';
import { operations } from './operations.ts';
import { realfaceEvent } from './realface.ts';
import { errorReply, send } from './server.ts';
import { resetAll } from './state.ts';
import { outcomes, script } from './upstream.ts';

type Body = Record<string, unknown>;

const DONE: Reply = { status: 204 };
const CAPABILITIES = ['clock', 'upstream', 'keys', 'events', 'reset'];

const calls = new Map<string, (body: Body) => Reply>([
  ['GET /control/v1', () => ok({ control: 1, capabilities: CAPABILITIES, outcomes })],
  ['GET /control/v1/clock', () => ok({ now: iso(now()) })],
  ['POST /control/v1/clock', moveClock],
  [
    'POST /control/v1/reset',
    () => {
      resetAll();
      return DONE;
    },
  ],
  ['POST /control/v1/upstream', scriptUpstream],
  ['POST /control/v1/keys', makeKey],
  ['POST /control/v1/events', deliverEvent],
]);

/** The HTTP server of the control API. */
export function controlServer(token: string): Server {
  const expected = Buffer.from(`Bearer ${token}`);
  return createServer((message, response) => {
    void answer(message, expected).then((reply) => send(response, reply));
  });
}

async function answer(message: IncomingMessage, expected: Buffer): Promise<Reply> {
  try {
    const sent = Buffer.from(message.headers.authorization ?? '');
    if (sent.length !== expected.length || !timingSafeEqual(sent, expected))
      throw new HttpError(401, 'The control token is missing or wrong');
    const path = (message.url ?? '').split('?')[0] ?? '';
    const call = calls.get(`${message.method} ${path}`);
    if (call === undefined) throw new HttpError(404, 'This control call is not offered');
    return call(await readControlBody(message));
  } catch (error) {
    return errorReply(error);
  }
}

async function readControlBody(message: IncomingMessage): Promise<Body> {
  const raw = await readBody(message);
  if (raw.length === 0) return {};
  const body = parseJson(raw);
  if (!isObject(body)) throw new HttpError(400, 'The body must be a JSON object');
  return body;
}

function moveClock(body: Body): Reply {
  const { advance_seconds: seconds } = body;
  if (typeof seconds !== 'number' || seconds < 0 || seconds > 1e9)
    throw new HttpError(400, 'advance_seconds must be a number of at least 0');
  advance(seconds);
  return ok({ now: iso(now()) });
}

function scriptUpstream(body: Body): Reply {
  const { route, outcome: wanted, times = 1, detail = {} } = body;
  const outcome = outcomes.find((item) => item === wanted);
  if (typeof route !== 'string') throw new HttpError(400, 'route must be a method and a path template');
  if (outcome === undefined) throw new HttpError(400, `outcome must be one of ${outcomes.join(', ')}`);
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 1)
    throw new HttpError(400, 'times must be a positive integer');
  if (!isObject(detail)) throw new HttpError(400, 'detail must be an object');
  const found = upstreamsOf(operations, route);
  if (found.length === 0) throw new HttpError(404, 'There is no upstream behind this route');
  for (const upstream of found) script(upstream, { outcome, detail }, times);
  return DONE;
}

function makeKey(body: Body): Reply {
  const { balance_usd: text } = body;
  const balance = typeof text === 'string' ? parseUsd(text) : undefined;
  if (balance === undefined) throw new HttpError(400, 'balance_usd must be a decimal such as "10.00"');
  return ok({ api_key: createKey(balance) });
}

function deliverEvent(body: Body): Reply {
  const { machine, id, event, detail = {} } = body;
  if (typeof id !== 'string' || typeof event !== 'string' || !isObject(detail))
    throw new HttpError(400, 'id and event must be strings, detail an object');
  switch (machine) {
    case 'image_job':
    case 'video_job':
      (findJob(machine, id) ?? unknown()).deliver(event);
      return DONE;
    case 'voice_call':
      (findCall(id) ?? unknown()).deliver(event, detail);
      return DONE;
    case 'background_response':
      backgroundEvent(id, event);
      return DONE;
    case 'realface':
      realfaceEvent(id, event);
      return DONE;
    default:
      throw new HttpError(400, 'unknown machine');
  }
}

function unknown(): never {
  throw new HttpError(404, 'There is no such resource');
}
