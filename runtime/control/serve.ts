import { hash, timingSafeEqual } from 'node:crypto';
import type { Answer, IncomingCall } from '../http/request.ts';
import type { Serve } from '../http/server.ts';
import { Problem } from '../operation/problem.ts';
import * as calls from './calls.ts';
import { ControlError } from './control-error.ts';
import type { Deployment } from './deployment.ts';
import { Fields } from './fields.ts';

type ControlAction = (deployment: Deployment, call: IncomingCall) => unknown;

/** Actions of the control API, by method and capability. */
const acts: Readonly<Record<string, ControlAction>> = {
  'GET clock': calls.readClock,
  'POST clock': posting(calls.advance),
  'POST upstream': posting(calls.directUpstream),
  'POST events': posting(calls.event),
  'POST reset': calls.reset,
  'POST settlement': posting(calls.directSettlement),
  'GET ledger': (deployment, { query }) =>
    calls.readLedger(deployment, new URLSearchParams(query).get('payer') ?? undefined),
  'POST fund': posting(calls.fund),
  'POST allow': posting(calls.allow),
  'POST keys': posting(calls.createKey),
};

const everywhere = ['clock', 'upstream', 'events', 'reset'];
const perCall = ['settlement', 'ledger', 'fund', 'allow'];
const byKey = ['keys'];

const maxBodyBytes = 65_536;

/** Serves the control API, version 1, of one running gateway. */
export function serveControl(deployment: Deployment, token: string): Serve {
  const { host, outcomes, receivers, services } = deployment;
  const offered = [...everywhere, ...(host.auth === 'x402' ? perCall : byKey), ...(host.keys ? byKey : [])].filter(
    (name) =>
      (name !== 'events' || Object.keys(receivers).length > 0) &&
      // What wallets have on a chain is not the gateway's to give.
      (name !== 'fund' || services.settler.where === undefined),
  );

  function act(call: IncomingCall): unknown {
    if (!same(call.headers.authorization ?? '', `Bearer ${token}`))
      throw new ControlError(401, 'The Authorization header must be "Bearer" with the control token.');
    const [, name] = /^\/control\/v1(?:\/(\w+))?$/.exec(call.path) ?? [call.path, 'unknown'];
    if (name === undefined && call.method === 'GET') return { control: 1, capabilities: offered, outcomes };
    const found = name !== undefined && offered.includes(name) ? acts[`${call.method} ${name}`] : undefined;
    if (!found) throw new ControlError(404, 'The control API has no such method and path on this host.');
    return found(deployment, call);
  }

  return async (call) => {
    try {
      const body = await act(call);
      return body === undefined ? { status: 204, headers: {} } : json(200, body);
    } catch (error) {
      if (error instanceof ControlError) return json(error.status, { error: error.message });
      services.log.error({ err: error }, 'a control request failed');
      return json(500, { error: 'The control request failed inside the gateway; its log has the error.' });
    }
  };
}

function posting(act: (deployment: Deployment, body: Fields) => unknown): ControlAction {
  return async (deployment, call) => act(deployment, new Fields(await readJson(call)));
}

async function readJson(call: IncomingCall): Promise<unknown> {
  try {
    return JSON.parse((await call.body(maxBodyBytes, true)).toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new ControlError(400, 'The body must be JSON.');
    if (error instanceof Problem) throw new ControlError(400, `The body must have at most ${maxBodyBytes} bytes.`);
    throw error;
  }
}

function json(status: number, body: unknown): Answer {
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** Compares two texts in constant time. */
function same(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}
