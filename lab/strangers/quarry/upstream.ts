/** The made-up upstreams: they answer as scripted by the control API, and normally without a script. */
import { setTimeout as wait } from 'node:timers/promises';
import { law } from './law.ts';
import { type Deal, type Obj, Refusal } from './wire.ts';
import { type Script, world } from './world.ts';

type Answers = Partial<Record<string, (detail: Obj) => Refusal | undefined>>;

export interface Reached {
  outcome: string;
  detail: Obj;
}

function take(key: string): Script | undefined {
  const script = world.scripts.get(key);
  if (script === undefined) return undefined;
  script.left--;
  if (script.left <= 0) world.scripts.delete(key);
  return script;
}

function limited(detail: Obj): Refusal {
  const after = typeof detail.retry_after_seconds === 'number' ? detail.retry_after_seconds : law.retryAfter;
  const source = typeof detail.source === 'string' ? detail.source : 'seam-7';
  return new Refusal(
    429,
    {
      code: law.codes.limited,
      error: 'Rate limited',
      source,
      retry_after_seconds: after,
      details: 'the pool behind this model is full',
    },
    law.limitHeaders(after, source),
  );
}

export function failed(message = 'Upstream error'): Refusal {
  return new Refusal(law.upstreamStatus, { error: message, message: 'The provider failed; nothing was charged.' });
}

const usual: Record<string, (detail: Obj) => Refusal | undefined> = {
  fail: () => failed(),
  timeout: () => failed('Upstream timeout'),
  reject: (detail) => {
    const status = typeof detail.status === 'number' && detail.status >= 400 ? detail.status : 400;
    return new Refusal(status, {
      error: 'Upstream refused the input',
      message: 'The input was refused; nothing was charged.',
    });
  },
  capacity: limited,
  unconfigured: () => new Refusal(503, { error: 'Service unavailable', message: 'This integration is paused.' }),
};

/** The name under which the upstream of a line is scripted. */
export function scriptKey(line: { on: string; upstream?: string | true }): string {
  return typeof line.upstream === 'string' ? line.upstream : line.on;
}

/** Calls the upstream of the deal's route; what fails there is thrown, what is odd there is told. */
export async function reach(deal: Deal, answers: Answers = {}): Promise<Reached> {
  const script = take(scriptKey(deal.row));
  if (script === undefined) return { outcome: 'succeed', detail: {} };
  const answer = answers[script.outcome] ?? usual[script.outcome];
  const refusal = answer?.(script.detail);
  if (refusal) throw refusal;
  if (script.outcome === 'slow' && answers.slow === undefined) await wait(250);
  return { outcome: script.outcome, detail: script.detail };
}
