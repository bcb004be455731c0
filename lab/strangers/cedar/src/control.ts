import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { Hono } from 'hono';
import { z } from 'zod';
import { config } from './config.ts';
import { fromMicro, usd } from './money.ts';
import { faceEvent } from './ops/assets.ts';
import { backgroundEvent } from './ops/background.ts';
import { jobEvent } from './ops/jobs.ts';
import { callEvent } from './ops/voice.ts';
import { hasUpstream } from './pipeline.ts';
import { own } from './tables.ts';
import { OUTCOMES, script, splitRoute } from './upstream.ts';
import { token, world } from './world.ts';

/** The control contract, on a port of its own. */
class Bad extends Error {
  status: 400 | 404;
  constructor(message: string, status: 400 | 404 = 400) {
    super(message);
    this.status = status;
  }
}

async function body<S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> {
  let raw: unknown;
  try {
    raw = JSON.parse(await c.req.text());
  } catch {
    throw new Bad('The body is not JSON.');
  }
  const r = schema.safeParse(raw);
  if (r.success) return r.data;
  const [issue] = r.error.issues;
  throw new Bad(`${issue?.path.join('.') || 'body'}: ${issue?.message}.`);
}
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address')
  .transform((s) => s.toLowerCase());
const times = z.number().int().min(1).max(100_000).default(1);

const EVENTS: Record<string, string[]> = {
  image_job: ['started', 'finished', 'failed'],
  video_job: ['started', 'finished', 'failed'],
  background_response: ['finished', 'failed'],
  realface: ['liveness_passed'],
  voice_call: ['ringing', 'answered', 'ended'],
};

export function control(secret: string): Hono {
  const app = new Hono();
  app.use('*', async (c, next) => {
    const given = Buffer.from(c.req.header('authorization') ?? '');
    const want = Buffer.from(`Bearer ${secret}`);
    if (given.length !== want.length || !timingSafeEqual(given, want))
      return c.json({ error: 'The control token is missing or wrong.' }, 401);
    return next();
  });
  app.onError((e, c) => {
    if (e instanceof Bad) return c.json({ error: e.message }, e.status);
    console.error(e);
    return c.json({ error: 'Unexpected failure.' }, 500);
  });
  app.notFound((c) => c.json({ error: 'Unknown resource.' }, 404));

  const caps =
    config.host === 'base'
      ? ['clock', 'upstream', 'settlement', 'ledger', 'fund', 'allow', 'events', 'reset']
      : ['clock', 'upstream', 'keys', 'events', 'reset'];
  app.get('/control/v1', (c) => c.json({ control: 1, capabilities: caps, outcomes: OUTCOMES }));
  app.post('/control/v1/reset', (c) => {
    world.reset();
    return c.body(null, 204);
  });
  app.get('/control/v1/clock', (c) => c.json({ now: world.iso() }));
  app.post('/control/v1/clock', async (c) => {
    const b = await body(c, z.object({ advance_seconds: z.number().min(0).max(1e9) }));
    world.offsetMs += Math.round(b.advance_seconds * 1000);
    return c.json({ now: world.iso() });
  });
  app.post('/control/v1/upstream', async (c) => {
    const b = await body(
      c,
      z.object({
        route: z.string(),
        outcome: z.enum(OUTCOMES),
        times,
        detail: z.record(z.string(), z.unknown()).default({}),
      }),
    );
    const route = splitRoute(b.route);
    if (!route) throw new Bad('route must be a method and a path template.');
    if (!hasUpstream(route.method, route.path)) throw new Bad('No such route, or nothing behind it.', 404);
    script(route, b.outcome, b.times, b.detail);
    return c.body(null, 204);
  });
  if (config.host === 'base') controlMoney(app);
  else controlKeys(app);
  controlEvents(app);
  return app;
}

function controlMoney(app: Hono): void {
  app.post('/control/v1/settlement', async (c) => {
    const b = await body(c, z.object({ outcome: z.enum(['fail', 'succeed']), times }));
    world.failSettlements = b.outcome === 'fail' ? b.times : 0;
    return c.body(null, 204);
  });
  app.get('/control/v1/ledger', (c) => {
    const payer = c.req.query('payer')?.toLowerCase();
    return c.json({ transfers: world.ledger.filter((t) => payer === undefined || t.payer === payer) });
  });
  app.post('/control/v1/fund', async (c) => {
    const b = await body(c, z.object({ address, amount: z.string().regex(/^\d{1,18}$/, 'must be micro-USDC') }));
    world.balances.set(b.address, fromMicro(BigInt(b.amount)));
    return c.body(null, 204);
  });
  app.post('/control/v1/allow', async (c) => {
    world.allowed.add((await body(c, z.object({ address }))).address);
    return c.body(null, 204);
  });
}

function controlKeys(app: Hono): void {
  app.post('/control/v1/keys', async (c) => {
    const b = await body(
      c,
      z.object({
        balance_usd: z
          .string()
          .regex(/^\d{1,9}(\.\d{1,12})?$/, 'must be an amount')
          .default('0'),
      }),
    );
    const key = token('ck_live_', 18);
    world.addAccount(key, usd(b.balance_usd));
    return c.json({ api_key: key });
  });
}

function controlEvents(app: Hono): void {
  app.post('/control/v1/events', async (c) => {
    const b = await body(
      c,
      z.object({
        machine: z.string(),
        id: z.string(),
        event: z.string(),
        detail: z.record(z.string(), z.unknown()).default({}),
      }),
    );
    const known = own(EVENTS, b.machine);
    if (!known) throw new Bad('Unknown machine.');
    if (!known.includes(b.event)) throw new Bad(`Unknown event of ${b.machine}.`);
    const found =
      b.machine === 'realface'
        ? faceEvent(b.id)
        : b.machine === 'voice_call'
          ? callEvent(b.id, b.event, b.detail)
          : b.machine === 'background_response'
            ? backgroundEvent(b.id, b.event)
            : jobEvent(b.machine, b.id, b.event);
    if (!found) throw new Bad('Unknown id.', 404);
    return c.body(null, 204);
  });
}
