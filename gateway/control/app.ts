import { hash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import { outcomes } from '#generated/errors.ts';
import { bodies } from './bodies.ts';
import * as calls from './calls.ts';
import type { Deployment } from './deployment.ts';
import { Refusal } from './refusal.ts';

const everywhere = ['clock', 'upstream', 'events', 'reset'];
const perCall = ['settlement', 'ledger', 'fund', 'allow'];
const byKey = ['keys'];

/** The control API, version 1, of one running gateway. */
export function controlApp(deployment: Deployment, token: string): Hono {
  const offered = new Set([...everywhere, ...(deployment.host.auth === 'x402' ? perCall : byKey)]);
  const app = new Hono();

  app.use(async (context, next) => {
    if (!same(context.req.header('authorization') ?? '', `Bearer ${token}`)) {
      throw new Refusal(401, 'The control token is missing or wrong.');
    }
    await next();
  });
  app.onError((error, context) => {
    if (error instanceof Refusal) return context.json({ error: error.message }, error.status);
    deployment.services.log.error({ err: error }, 'a control call failed');
    return context.json({ error: 'The control call failed.' }, 500);
  });
  app.notFound((context) => context.json({ error: 'The control API has no such call.' }, 404));

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

/** Reads a body; what is wrong with it is told in one sentence. */
async function read<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  const body: unknown = await context.req.json().catch(() => {
    throw new Refusal(400, 'The body is not JSON.');
  });
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  const issue = error.issues[0];
  throw new Refusal(400, `${issue?.path.join('.') || 'The body'}: ${issue?.message ?? 'wrong'}.`);
}

/** Calls that have nothing to tell answer 204. */
function answer(context: Context, body: unknown): Response {
  return body === undefined ? context.body(null, 204) : context.json(body);
}

/** Compares in a time that tells nothing about where two texts differ. */
function same(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}
