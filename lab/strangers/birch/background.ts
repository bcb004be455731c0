import { nowMs, sleep } from './clock.ts';
import { free } from './flow.ts';
import { HttpError, type Reply, type Req, type Write } from './http.ts';
import type { Route } from './router.ts';
import { sse, sseHeaders } from './sse.ts';
import { state } from './state.ts';
import { failsLater, type Turn } from './upstream.ts';

/** A background response: settled when it was made, finished later. */
export interface BackgroundResponse {
  id: string;
  startMs: number;
  finishMs: number;
  failMs: number;
  cancelMs: number;
  /** The native object once it is completed. */
  object: Record<string, unknown>;
}

/** Keep a new background response. */
export function openBackground(id: string, object: Record<string, unknown>, turn: Turn): BackgroundResponse {
  const now = nowMs();
  const { seconds } = turn.detail;
  const wait = turn.outcome === 'slow' ? (typeof seconds === 'number' && seconds > 0 ? seconds : 60) * 1000 : 1000;
  const made: BackgroundResponse = {
    id,
    startMs: now + Math.min(wait / 2, 500),
    finishMs: now + wait,
    failMs: failsLater(turn) ? now + wait / 2 : Infinity,
    cancelMs: Infinity,
    object,
  };
  state.responses.set(id, made);
  return made;
}

function statusOf(item: BackgroundResponse): string {
  const now = nowMs();
  if (item.cancelMs <= now) return 'cancelled';
  if (item.finishMs <= now && item.finishMs <= item.failMs) return 'completed';
  if (item.failMs <= now) return 'failed';
  return item.startMs <= now ? 'in_progress' : 'queued';
}

function ended(status: string): boolean {
  return ['cancelled', 'completed', 'failed'].includes(status);
}

/** The native object of a background response now. */
export function present(item: BackgroundResponse): Record<string, unknown> {
  const status = statusOf(item);
  if (status === 'completed') return { ...item.object, status };
  const error = status === 'failed' ? { code: 'server_error', message: 'The provider failed.' } : null;
  return { ...item.object, status, output: [], usage: null, error };
}

/** Deliver an event of the outside world. */
export function backgroundEvent(item: BackgroundResponse, event: string): boolean {
  if (event !== 'finished' && event !== 'failed') return false;
  if (ended(statusOf(item))) return true;
  if (event === 'finished') item.finishMs = nowMs();
  else item.failMs = nowMs();
  return true;
}

function find(req: Req): BackgroundResponse {
  const item = state.responses.get(req.params.id ?? '');
  if (!item) throw new HttpError(404, { error: 'Response not found' });
  return item;
}

function attach(item: BackgroundResponse): Reply {
  const stream = async (write: Write, closed: () => boolean) => {
    let number = 0;
    const send = (type: string) => {
      sse(write, { type, sequence_number: number, response: present(item) }, type);
      number += 1;
    };
    send('response.created');
    while (!ended(statusOf(item)) && !closed()) await sleep(50);
    send(statusOf(item) === 'cancelled' ? 'response.cancelled' : `response.${statusOf(item)}`);
  };
  return { status: 200, headers: sseHeaders, stream };
}

/** Poll, attach to and cancel background responses. */
export const backgroundRoutes: Route[] = [
  free({
    path: '/api/v1/responses/{id}',
    summary: 'Poll a background response',
    run: (req) => {
      const item = find(req);
      return req.query.get('stream') === 'true' ? attach(item) : { status: 200, body: present(item) };
    },
  }),
  free({
    method: 'POST',
    path: '/api/v1/responses/{id}/cancel',
    summary: 'Cancel a background response',
    run: (req) => {
      const item = find(req);
      if (!ended(statusOf(item))) item.cancelMs = nowMs();
      return { status: 200, body: present(item) };
    },
  }),
];
