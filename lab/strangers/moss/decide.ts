import { type Account, availableOf, Hold } from './accounts.ts';
import { on } from './faults.ts';
import { Form } from './form.ts';
import { type Headers, HttpError, isObject, ok, type Reply, refuse } from './http.ts';
import { judge, type Question } from './judge.ts';
import { count, type Limit, peek, secondsUntil } from './limits.ts';
import type { Call, Operation } from './operation.ts';
import { onReset } from './state.ts';

const BACKEND = 'fern/judge-1';
// What the fault `decide-remembers` keeps between calls.
const remembered = new Map<string, Record<string, unknown>>();
onReset(() => remembered.clear());

const LIMIT: Limit = { name: 'decide', calls: 1000, seconds: 3600 };

function limit(): Limit {
  return on('decide-window-day') ? { ...LIMIT, seconds: 86_400 } : LIMIT;
}

/** The decision operation. */
export const decideOperations: Operation[] = [
  {
    methods: ['POST'],
    path: '/v1/decide',
    summary: 'Typed judgments over a supplied state',
    always: decideHeaders,
    handle: decide,
  },
];

function decideHeaders(account: Account | undefined): Headers {
  const remaining = account === undefined ? 0 : peek(limit(), clientOf(account)).remaining;
  return { 'x-moss-backend': BACKEND, 'x-ratelimit-remaining': String(remaining) };
}

function clientOf(account: Account): string {
  return on('decide-limit-shared') ? 'everyone' : account.keyId;
}

function decide(call: Call): Reply {
  const { allowed, resetAt } = count(limit(), clientOf(call.account));
  if (!allowed) {
    const seconds = secondsUntil(resetAt);
    throw new HttpError(
      429,
      'The hourly limit of this key is reached',
      { code: 'RATE_LIMITED', retry_after_seconds: seconds },
      { 'retry-after': String(seconds) },
    );
  }
  const form = new Form(call.json());
  const state = form.get('state');
  if (form.need('state') && typeof state !== 'string' && (typeof state !== 'object' || state === null)) {
    form.add('state', 'state must be a string, an object or an array');
  }
  form.need('questions');
  const questions = readQuestions(form);
  const model = form.text('model') ?? BACKEND;
  form.done();
  if (model !== BACKEND) throw refuse('model', `unknown model ${JSON.stringify(model)}`, [BACKEND]);
  const premise = typeof state === 'string' ? state : JSON.stringify(state);
  const asked = JSON.stringify(questions);
  const known = on('decide-remembers') ? remembered.get(asked) : undefined;
  const answers = known ?? Object.fromEntries(questions.map(([id, question]) => [id, judge(premise, question)]));
  if (on('decide-remembers')) remembered.set(asked, answers);
  if (on('decide-balance-needed') && availableOf(call.account) <= 0n)
    throw new HttpError(403, 'The balance is used up', { code: 'insufficient_balance' });
  new Hold(call.account, call.endpoint, BACKEND, 0n).capture(0n);
  return ok({ model: BACKEND, answers });
}

function readQuestions(form: Form): [string, Question][] {
  const questions = form.object('questions');
  if (questions === undefined) return [];
  const entries = Object.entries(questions);
  if (entries.length < 1 || entries.length > 64) form.add('questions', 'questions must have 1 to 64 entries');
  return entries.map(([id, value]) => [id, readQuestion(new Form(value, `/questions/${id}`, form.problems))]);
}

function readQuestion(form: Form): Question {
  const type = form.must('type', { oneOf: ['noul', 'choice', 'score'] });
  const instructions = form.must('instructions');
  if (type === 'choice') return { type, instructions, options: readOptions(form) };
  if (type === 'score') {
    form.need('criteria');
    return { type, instructions, rungs: form.texts('criteria', { min: 2, max: 255 }) ?? [] };
  }
  const labels = form.object('criteria');
  if (labels !== undefined) {
    const inner = new Form(labels, `${form.at}/criteria`, form.problems);
    inner.must('true');
    inner.must('false');
    inner.only('true', 'false');
  }
  return { type: 'noul', instructions };
}

function readOptions(form: Form): [string, string][] {
  form.need('criteria');
  const criteria = form.object('criteria');
  if (!isObject(criteria)) return [];
  const entries = Object.entries(criteria);
  if (entries.length < 2 || entries.length > 255) form.add('criteria', 'criteria must have 2 to 255 entries');
  const inner = new Form(criteria, `${form.at}/criteria`, form.problems);
  return entries.map(([label]) => [label, inner.text(label) ?? '']);
}
