import { isLoopback } from '@tollwright/runtime/http/outgoing';
import type { Family } from '../check/family.ts';
import { remembered } from '../check/once-per-run.ts';
import { failure, notTestable, type Outcome } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import { schemaMismatch } from '../check/schema-mismatch.ts';
import { valueAt } from '../common/json.ts';
import { oncePer } from '../common/once-per.ts';
import type { Machine, Operation, SentWebhook } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { NotTestable, UnexpectedResponse, whereItCan } from '../http/interruption.ts';
import { driveTo } from '../machine/drive.ts';
import { type Job, startJob } from '../machine/job.ts';
import { type Hook, openReceiver, type ReceivedWebhook } from '../machine/receiver.ts';

/** Milliseconds for a webhook to come once its job has ended. */
const patience = 10_000;

/** A job that has ended, and what was sent for it. */
interface EndedJob {
  readonly state: string;
  readonly hook: Pick<Hook, 'received'>;
  /** Its last poll. */
  readonly polled: Exchange;
}

/** Webhooks: jobs are ordered with the address of a receiver on this machine, and brought to each of their final states. */
export const webhookFamily: Family = {
  kind: 'webhook',
  alone: () => true,
  async check(rule, run) {
    const create = run.operation(rule.operation ?? '');
    const webhook = create.webhooks?.find(({ id }) => id === rule.subject);
    const machine = run.contract.machines[create.machine?.id ?? ''];
    if (!webhook || !machine) return { verdict: 'error', detail: `There is no webhook "${rule.subject}".` };
    const jobs = await remembered(observations(run), `${create.id} ${webhook.id}`, () =>
      observe(run, machine, create, webhook),
    );
    return rule.id.endsWith('.sent') ? judgeCounts(webhook, jobs) : judgeBodies(run, machine, webhook, jobs);
  },
};

const observations = oncePer((_run: Run) => new Map<string, Promise<readonly EndedJob[]>>());

/** Brings one job to each final state; those in which nothing is sent come first. */
async function observe(
  run: Run,
  machine: Machine,
  create: Operation,
  { to, states }: SentWebhook,
): Promise<readonly EndedJob[]> {
  if (!isLoopback(new URL(run.target.url).hostname))
    throw new NotTestable('means', 'The target runs on another machine, which cannot reach a receiver on this one.');
  await using receiver = await openReceiver();
  const order = async (state: string) => {
    const hook = receiver.hook();
    const job = await startJob(run, machine, create, 1, { body: { [to]: hook.url } }).catch(refused);
    const ended = await whereItCan(() => end(run, job, state));
    return ended ? [{ state, hook, polled: ended }] : [];
  };
  const silent = Object.entries(machine.states).flatMap(([state, { final }]) =>
    final && !states.includes(state) ? [state] : [],
  );
  const jobs: (EndedJob & { readonly hook: Hook })[] = [];
  for (const state of [...silent, ...states]) jobs.push(...(await order(state)));
  const sent = jobs.filter(({ state }) => states.includes(state));
  await Promise.all(sent.map(({ hook }) => hook.arrival(patience)));
  // Once that of a further job has come, nothing of those before it is under way.
  const [first] = sent;
  if (!first) throw new NotTestable('unserved', `No job came to one of the states ${states.join(', ')}.`);
  if (first.hook.received.length > 0) for (const { hook } of await order(first.state)) await hook.arrival(patience);
  return jobs;
}

/** Brings a job to its last state, and polls it there twice; `undefined` where it does not come there. */
async function end(run: Run, job: Job, state: string): Promise<Exchange | undefined> {
  await driveTo(run, job, state);
  const last = await job.poll();
  return last.state === state ? last.exchange : undefined;
}

/** A service may serve no receivers on its own machine. */
function refused(error: unknown): never {
  const status = error instanceof UnexpectedResponse ? error.exchange.received.status : undefined;
  if (status === 400 || status === 422)
    throw new NotTestable('means', 'The target refuses the address of a receiver on this machine.');
  throw error;
}

/** One webhook for each job in a listed state, and none for others. */
function judgeCounts({ states }: SentWebhook, jobs: readonly EndedJob[]): Outcome {
  for (const { state, hook, polled } of jobs) {
    const expected = states.includes(state) ? 1 : 0;
    const { length } = hook.received;
    if (length === expected) continue;
    const detail = `For a job that ended as ${state} there were ${length} webhooks at the receiver on this machine.`;
    return failure(detail, expected, polled, length);
  }
  return { verdict: 'pass', detail: `Jobs brought to an end: ${jobs.length}.` };
}

function judgeBodies(run: Run, machine: Machine, webhook: SentWebhook, jobs: readonly EndedJob[]): Outcome {
  const sent = jobs.flatMap(({ hook, polled }) => hook.received.map((received) => ({ received, polled })));
  for (const { received, polled } of sent) {
    const finding = bodyFinding(run, machine, webhook, received, polled);
    if (finding) return finding;
  }
  if (sent.length === 0) return notTestable('unserved', 'No webhook came.');
  return { verdict: 'pass', detail: `Webhooks read: ${sent.length}.` };
}

/** The finding on one webhook: its type, its schema, or the job and the state that it names. */
function bodyFinding(
  run: Run,
  { reads }: Machine,
  { body }: SentWebhook,
  { contentType, text, json }: ReceivedWebhook,
  polled: Exchange,
): Outcome | undefined {
  if (json === undefined || !/^application\/json\b/i.test(contentType))
    return failure('A webhook is no JSON.', 'application/json', polled, `${contentType}: ${text.slice(0, 200)}`);
  const mismatch = schemaMismatch(run, body, json);
  if (mismatch) {
    const { detail, expected, actual } = mismatch;
    return failure(`The body of a webhook does not fit: ${detail}`, expected, polled, actual);
  }
  for (const pointer of [reads.id ?? '/id', reads.state ?? '/status']) {
    const [was, is] = [polled.received.json, json].map((value) => valueAt(value, pointer));
    if (was !== is) return failure(`A webhook and the poll of its job differ in ${pointer}.`, was, polled, is);
  }
  return undefined;
}
