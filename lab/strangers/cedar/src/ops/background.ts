import type { Context, Hono } from 'hono';
import { ApiError } from '../errors.ts';
import { on } from '../fault.ts';
import type { Call, Result } from '../op.ts';
import { param } from '../paths.ts';
import { onReset, world } from '../world.ts';
import type { Resp } from './responses.ts';
import { envelope, eventsOf } from './responses.ts';
import { answer } from './text.ts';

/** Background responses: settled at create, then polled or cancelled by anybody who knows the id. */
interface Job {
  id: string;
  x: Resp;
  created: number;
  doneAt: number;
  status: 'queued' | 'in_progress' | 'completed' | 'failed' | 'cancelled';
  willFail: boolean;
}
const jobs = new Map<string, Job>();
onReset(() => jobs.clear());

export function createBackground(id: string, x: Resp, call: Call, created: number): Result {
  const { outcome, detail } = call.script;
  const slow = outcome === 'slow' ? Number(detail.seconds ?? 60) : 0;
  const job: Job = {
    id,
    x,
    created,
    doneAt: world.now() + slow * 1000,
    status: 'queued',
    willFail: outcome === 'fail' || outcome === 'cut' || outcome === 'empty',
  };
  const body = envelope(id, x, created, 'queued', null);
  if (on('background-never-settled')) {
    jobs.set(id, job);
    return { body, deferred: true };
  }
  return { body, commit: () => jobs.set(id, job) };
}

function get(id: string): Job {
  const job = jobs.get(id);
  if (!job) throw new ApiError(404, { error: 'Response not found' });
  return job;
}

function look(job: Job): Record<string, unknown> {
  const open = job.status === 'queued' || job.status === 'in_progress';
  if (open) job.status = world.now() >= job.doneAt ? (job.willFail ? 'failed' : 'completed') : 'in_progress';
  const body = envelope(
    job.id,
    job.x,
    job.created,
    job.status,
    job.status === 'completed' ? answer(job.x.seed, job.x.max) : null,
  );
  return job.status === 'failed' ? { ...body, error: { code: 'server_error', message: 'The provider failed.' } } : body;
}

export function backgroundEvent(id: string, event: string): boolean {
  const job = jobs.get(id);
  if (!job) return false;
  if (job.status === 'queued' || job.status === 'in_progress') job.status = event === 'failed' ? 'failed' : 'completed';
  return true;
}

export function mountBackground(app: Hono): void {
  app.get('/api/v1/responses/:id', (c: Context) => {
    const job = get(param(c, 'id'));
    const body = look(job);
    if (c.req.query('stream') !== 'true') return c.json(body);
    const { events, error } = eventsOf(job.id, job.x, job.created);
    const text =
      job.status === 'completed'
        ? events.join('')
        : job.status === 'in_progress'
          ? events.slice(0, 2).join('')
          : events.slice(0, 2).join('') + error;
    return c.body(text, 200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache' });
  });
  app.post('/api/v1/responses/:id/cancel', (c: Context) => {
    const job = get(param(c, 'id'));
    if (job.status === 'queued' || job.status === 'in_progress') job.status = 'cancelled';
    return c.json(look(job));
  });
}
