import { hash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import { outcomes } from '#generated/errors.ts';
import { bodies } from './bodies.ts';
import * as calls from './calls.ts';
import { ControlError } from './control-error.ts';
import type { Deployment } from './deployment.ts';

const everywhere = ['clock', 'upstream', 'events', 'reset'];
const perCall = ['settlement', 'ledger', 'fund', 'allow'];
const byKey = ['keys'];

/** The control API, version 1, of one running gateway. */
export function controlApp(deployment: Deployment, token: string): Hono {
  const offered = new Set([...everywhere, ...(deployment.host.auth === 'x402' ? perCall : byKey)]);
  const app = new Hono();

  app.use(async (context, next) => {
    if (!same(context.req.header('authorization') ?? '', `Bearer ${token}`)) {
      throw new ControlError(401, 'The Authorization header must be "Bearer" with the control token.');
    }
    await next();
  });
  app.onError((error, context) => {
    if (error instanceof ControlError) return context.json({ error: error.message }, error.status);
    deployment.services.log.error({ err: error }, 'a control request failed');
    return context.json({ error: 'The control request failed inside the gateway; its log has the error.' }, 500);
  });
  app.notFound((context) => context.json({ error: 'The control API has no such method and path on this host.' }, 404));

  app.get('/control/v1', (context) => context.json({ control: 1, capabilities: [...offered], outcomes }));
  app.get('/control/v1/clock', (context) => context.json(calls.readClock(deployment)));
  if (offered.has('ledger')) {
    app.get('/control/v1/ledger', async (context) =>
      context.json(await calls.readLedger(deployment, context.req.query('payer'))),
    );
  }
  app.post('/control/v1/reset', async (context) => answer(context, await calls.reset(deployment)));

  function post<T>(name: string, body: z.ZodType<T>, act: (deployment: Deployment, body: T) => unknown): void {
    if (!offered.has(name)) return;
    app.post(`/control/v1/${name}`, async (context) =>
      answer(context, await act(deployment, await read(context, body))),
    );
  }
  post('clock', bodies.clock, calls.advance);
  post('upstream', bodies.upstream, calls.directUpstream);
  post('settlement', bodies.settlement, calls.directSettlement);
  post('fund', bodies.fund, calls.fund);
  post('keys', bodies.keys, calls.createKey);
  post('allow', bodies.allow, calls.allow);
  post('events', bodies.events, calls.event);
  return app;
}

/** Reads and validates a body; throws a `ControlError` that names the first invalid field. */
async function read<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  const body: unknown = await context.req.json().catch(() => {
    throw new ControlError(400, 'The body must be JSON.');
  });
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  const issue = error.issues[0];
  throw new ControlError(400, `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'is invalid'}.`);
}

/** A response with a JSON body, or 204 without one. */
function answer(context: Context, body: unknown): Response {
  return body === undefined ? context.body(null, 204) : context.json(body);
}

/** Compares two texts in constant time. */
function same(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}
