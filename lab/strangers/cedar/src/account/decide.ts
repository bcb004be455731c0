import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { readJson } from '../body.ts';
import { SERVICE } from '../config.ts';
import { ApiError } from '../errors.ts';
import { on } from '../fault.ts';
import { HOUR, take } from '../limits.ts';
import { must } from '../tables.ts';
import { accountOf, charge, reserved } from './keys.ts';

/** Typed judgments over a supplied state: free for any registered key, 1000 calls an hour each. */
const BACKEND = 'cedar-nli-1';
const LIMIT = 1000;
interface Question {
  type: 'noul' | 'choice' | 'score';
  instructions: string;
  criteria: unknown;
}

function wrong(field: string, message: string): never {
  throw new ApiError(400, { error: 'Invalid request body', details: [{ field, message }] });
}
const isObject = (v: unknown): v is Record<string, unknown> => v !== null && typeof v === 'object' && !Array.isArray(v);

function criteriaCount(field: string, n: number): void {
  if (n < 2 || n > 255) wrong(field, 'must have 2 to 255 entries');
}

function question(field: string, raw: unknown): Question {
  if (!isObject(raw)) wrong(field, 'must be an object');
  const { type, instructions, criteria } = raw as Record<string, unknown>;
  if (type !== 'noul' && type !== 'choice' && type !== 'score') wrong(`${field}.type`, 'must be noul, choice or score');
  const spared = on('instructions-only-for-noul') && type !== 'noul' && instructions === undefined;
  if (typeof instructions !== 'string' && !spared) wrong(`${field}.instructions`, 'must be a string');
  const at = `${field}.criteria`;
  if (type === 'noul' && criteria !== undefined && criteria !== null) {
    if (on('noul-criteria-refused')) wrong(at, 'not accepted');
    if (
      !isObject(criteria) ||
      !Object.hasOwn(criteria, 'true') ||
      !Object.hasOwn(criteria, 'false') ||
      Object.keys(criteria).length !== 2 ||
      Object.values(criteria).some((v) => typeof v !== 'string')
    )
      wrong(at, 'must be an object with the labels true and false');
  }
  if (type === 'choice') {
    if (!isObject(criteria)) wrong(at, 'must map each label to its meaning');
    if (Object.values(criteria as object).some((v) => typeof v !== 'string'))
      wrong(at, 'each meaning must be a string');
    criteriaCount(at, Object.keys(criteria as object).length);
  }
  if (type === 'score') {
    if (!Array.isArray(criteria) || criteria.some((v) => typeof v !== 'string'))
      wrong(at, 'must be an array of rung descriptions');
    criteriaCount(at, (criteria as unknown[]).length);
  }
  return { type, instructions: instructions as string, criteria } as Question;
}

/** The same state and question always give the same number: there is no memory between calls. */
function entail(state: string, hypothesis: string): number {
  const digest = createHash('sha256').update(`${state}\u0000${hypothesis}`).digest();
  return 0.05 + (digest.readUInt32BE(0) / 0xffffffff) * 0.9;
}

/** Shares of the total, so that they sum to 1. */
function shares(scores: number[]): number[] {
  const total = scores.reduce((a, b) => a + b, 0);
  return scores.map((s) => s / total);
}
/** `fromEntries` keeps a label like `__proto__` as a plain key. */
const map = (keys: string[], values: unknown[]): object => Object.fromEntries(keys.map((k, i) => [k, values[i]]));

function answer(state: string, q: Question): object {
  if (q.type === 'noul') return { type: 'noul', noul: entail(state, q.instructions) };
  const labels =
    q.type === 'choice' ? Object.keys(q.criteria as object) : (q.criteria as string[]).map((_t, i) => String(i));
  const texts = q.type === 'choice' ? Object.values(q.criteria as Record<string, string>) : (q.criteria as string[]);
  const scores = texts.map((t) => entail(state, `${q.instructions} ${t}`));
  const p = q.type === 'choice' && on('choice-shares-unnormalised') ? scores : shares(scores);
  const seen = on('choice-by-rounded-shares') ? p.map((x) => Math.round(x * 100)) : p;
  const top = seen.indexOf(Math.max(...seen));
  const confidence = must(p[top]);
  if (q.type === 'choice') return { type: 'choice', choice: labels[top], probabilities: map(labels, p), confidence };
  const position = p.reduce((sum, x, i) => sum + x * i, 0);
  const legend = map(on('score-legend-from-1') ? texts.map((_t, i) => String(i + 1)) : labels, texts);
  return { type: 'score', score: position, legend, probabilities: map(labels, p), confidence };
}

function judge(raw: unknown): object {
  if (!isObject(raw)) wrong('(body)', 'must be an object');
  const { state, questions, model } = raw as Record<string, unknown>;
  if (typeof state !== 'string' && !isObject(state) && !Array.isArray(state))
    wrong('state', 'must be a string, an object or an array');
  if (!isObject(questions)) wrong('questions', 'must map an id to a question');
  const ids = Object.keys(questions as object);
  if (ids.length < 1 || ids.length > 64) wrong('questions', 'must have 1 to 64 entries');
  if (model !== undefined && model !== BACKEND) wrong('model', `Unknown model. The available backend is ${BACKEND}`);
  const parsed = ids.map((id) => question(`questions.${id}`, (questions as Record<string, unknown>)[id]));
  const text = typeof state === 'string' ? state : JSON.stringify(state);
  return {
    model: BACKEND,
    answers: map(
      ids,
      parsed.map((q) => answer(text, q)),
    ),
  };
}

export function mountDecide(app: Hono): void {
  app.post('/v1/decide', async (c: Context) => {
    const headers: Record<string, string> = { [`x-${SERVICE}-backend`]: BACKEND, 'x-ratelimit-remaining': '0' };
    try {
      const account = accountOf(c);
      const v = take(on('decide-limit-shared') ? 'decide' : `decide|${account.id}`, LIMIT, HOUR);
      headers['x-ratelimit-remaining'] = String(v.remaining);
      if (!v.ok && on('decide-429-silent')) throw new ApiError(429, { error: 'Rate limit exceeded' });
      if (!v.ok)
        throw new ApiError(
          429,
          {
            error: 'Rate limit exceeded',
            retry_after_seconds: v.retryAfter,
            message: `Try again in ${v.retryAfter} seconds.`,
          },
          { 'Retry-After': String(v.retryAfter) },
        );
      if (on('decide-needs-balance') && account.balance - reserved(account) <= 0n)
        throw new ApiError(402, { error: 'Insufficient balance' });
      const body = judge(await readJson(c));
      charge(account, { method: 'POST', template: '/decide' }, { amount: 0n, status: 200, model: BACKEND });
      return c.json(body, 200, headers);
    } catch (e) {
      if (!(e instanceof ApiError)) throw e;
      const extra = on('decide-remaining-only-on-200') ? {} : headers;
      return c.json(e.body, e.status as 400, { ...extra, ...e.headers });
    }
  });
}
