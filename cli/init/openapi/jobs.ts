/** Jobs of an API: a call that starts one, and a call that asks for its state. */

import type { Part } from '#generators/compare/openapi/part.ts';
import type { Json } from '#generators/model/types.ts';
import type { FoundOperation } from './found.ts';
import type { Importer } from './importer.ts';
import { kebabCase } from './names.ts';

/** A recognised job. */
export interface ApiJob {
  /** Id of its machine. */
  readonly machine: string;
  readonly create: FoundOperation;
  readonly poll: FoundOperation;
  /** The call that ends it before it is done; absent where its answer does not tell the state. */
  readonly cancel?: FoundOperation;
  /** Fields of the answers that hold the id and the state. */
  readonly idField: string;
  readonly stateField: string;
  readonly states: JobStates;
}

/** States by what they mean to a buyer. */
export interface JobStates {
  readonly initial: string;
  readonly running?: string;
  readonly done: string;
  readonly failed?: string;
  /** Present where buyers can cancel. */
  readonly cancelled?: string;
  /** States that no transition of the machine leads to. */
  readonly others: readonly string[];
}

const words = {
  initial:
    /^(queued?|pending|created|submitted|accepted|waiting|new|scheduled|received|starting|not_?started|open|initiali[sz]ed)$/i,
  done: /^(done|completed?|succeeded|success(ful)?|finished|ready|processed|available|ok)$/i,
  failed: /^(failed|failure|errore?d?|error)$/i,
  cancelled: /^(cancell?ed|aborted|stopped|terminated)$/i,
  ended: /^(cancell?ed|cancell?ing|aborted|expired|rejected|deleted|stopped|timed?_?out|terminated|deactivated)$/i,
};

/** The part of a job that an operation has; `undefined` for one that does not belong to it. */
export function roleIn(job: ApiJob | undefined, operation: FoundOperation): 'create' | 'poll' | 'cancel' | undefined {
  return (['create', 'poll', 'cancel'] as const).find((role) => job?.[role] === operation);
}

/** Finds the jobs among the operations of a description. */
export function findJobs(operations: readonly FoundOperation[]): readonly ApiJob[] {
  const jobs: ApiJob[] = [];
  for (const create of operations.filter(({ method }) => method === 'post')) {
    const job = jobOf(create, operations);
    if (job && !jobs.some(({ poll }) => poll === job.poll)) jobs.push(job);
  }
  return jobs;
}

/** Notes calls that look like a job of which the states are not listed: each call of it is sold by itself. */
export function noteUnknownStates(
  operations: readonly FoundOperation[],
  jobs: readonly ApiJob[],
  { leftovers }: Importer,
): void {
  for (const create of operations.filter(({ method }) => method === 'post')) {
    const poll = operations.find(({ method, path }) => method === 'get' && isBelow(path, create.path));
    if (!poll || jobs.some((job) => job.create === create || job.poll === poll)) continue;
    const [accepted, polled] = [bodyOf(create.source, ['202', '201', '200']), bodyOf(poll.source, ['200'])];
    const states = polled
      ?.get('properties')
      .entries()
      .find(([name, { fields }]) => isState(name) && fields.type === 'string' && fields.enum === undefined);
    if (!accepted || !states || idIn(accepted, '') === undefined) continue;
    leftovers.add(
      states[1].at,
      'The states of a job are not listed, so that each call of it is sold by itself',
      'List them as `enum` in the description, or write the job as docs/recipes.md shows.',
    );
  }
}

function isState(name: string): boolean {
  return /^(status|state|phase|stage)$/i.test(name);
}

function jobOf(create: FoundOperation, operations: readonly FoundOperation[]): ApiJob | undefined {
  const accepted = bodyOf(create.source, ['202', '201', '200']);
  if (!accepted) return undefined;
  const poll = operations.find((each) => each.method === 'get' && isBelow(each.path, create.path));
  const polled = poll && bodyOf(poll.source, ['200']);
  if (!poll || !polled) return undefined;
  const parameter = /\{([^{}]+)\}$/.exec(poll.path)?.[1] ?? '';
  const state = stateIn(polled);
  const idField = idIn(accepted, parameter);
  if (!state || idField === undefined) return undefined;
  const cancel = cancelOf(poll, state.field, operations);
  const cancelled = cancel && state.states.others.find((each) => words.cancelled.test(each));
  const others = state.states.others.filter((each) => each !== cancelled);
  return {
    machine: `${kebabCase(create.path.split('/').findLast((step) => step !== '' && !step.includes('{')) ?? create.id)}-job`,
    ...{ create, poll, idField, stateField: state.field },
    ...(cancel && cancelled !== undefined && { cancel }),
    states: { ...state.states, ...(cancelled !== undefined && { cancelled }), others },
  };
}

/** The call that cancels a job and answers with its state. */
function cancelOf(
  { path }: FoundOperation,
  stateField: string,
  operations: readonly FoundOperation[],
): FoundOperation | undefined {
  return operations.find(
    (each) =>
      ((each.method === 'delete' && each.path === path) ||
        (each.method === 'post' && /^\/cancel$/.test(each.path.slice(path.length)) && each.path.startsWith(path))) &&
      bodyOf(each.source, ['200'])?.get('properties').get(stateField).isThere,
  );
}

/** True for the path of one item of a collection: `/pins/{id}` of `/pins`. A job knows no other parameter of its path. */
function isBelow(path: string, collection: string): boolean {
  if (collection.includes('{') || !path.startsWith(`${collection.replace(/\/$/, '')}/`)) return false;
  return /^\{[^{}]+\}$/.test(path.slice(collection.replace(/\/$/, '').length + 1));
}

/** The JSON object that an operation answers with one of some statuses. */
function bodyOf(source: Part, statuses: readonly string[]): Part | undefined {
  const responses = source.get('responses');
  const found = statuses.map((status) => responses.get(status)).find(({ isThere }) => isThere);
  const schema = found?.get('content').get('application/json').get('schema');
  return schema?.get('properties').isThere ? schema : undefined;
}

function idIn(schema: Part, parameter: string): string | undefined {
  const names = Object.keys(schema.get('properties').fields);
  const candidates = [
    parameter,
    'id',
    kebabCase(parameter).replaceAll('-', '_'),
    'job_id',
    'jobId',
    'task_id',
    'taskId',
    'uid',
    'uuid',
  ];
  return candidates.find((name) => names.includes(name)) ?? names.find((name) => /^\w+(_id|Id|uid)$/.test(name));
}

function stateIn(schema: Part): { readonly field: string; readonly states: JobStates } | undefined {
  const fields = schema.get('properties').entries();
  for (const [field, property] of fields.filter(([name]) => isState(name))) {
    const values = property.fields.enum;
    const states = Array.isArray(values) ? statesOf(values.filter((each) => typeof each === 'string')) : undefined;
    if (states) return { field, states };
  }
  return undefined;
}

function statesOf(all: readonly string[]): JobStates | undefined {
  const named = all.filter((state) => /^[a-z][a-z0-9_-]*$/.test(state));
  if (named.length < 2) return undefined;
  const failed = named.find((state) => words.failed.test(state));
  const open = named.filter((state) => state !== failed && !words.ended.test(state));
  const initial = open.find((state) => words.initial.test(state)) ?? open.find((state) => !words.done.test(state));
  const done = open.find((state) => words.done.test(state)) ?? open.findLast((state) => state !== initial);
  if (initial === undefined || done === undefined || done === initial) return undefined;
  const running = open.find((state) => state !== initial && state !== done);
  const used = [initial, running, done, failed];
  const others = all.filter((state) => !used.includes(state));
  return { initial, ...(running && { running }), done, ...(failed && { failed }), others };
}

/** The machine file of a job. */
export function machineFile(
  { machine, create, states, idField, stateField }: ApiJob,
  from: string,
  { leftovers }: Importer,
): Json {
  const { initial, running, done, failed, cancelled, others } = states;
  if (others.length > 0)
    leftovers.add(
      create.source.at,
      `The machine ${machine} does not have the states ${others.join(', ')}`,
      `Add them with their transitions to spec/machines/${machine}.yaml.`,
    );
  const text = (name: string) => name.replaceAll(/[_-]/g, ' ');
  return {
    machine,
    summary: `A job of ${create.id}`,
    from,
    status: 'assumed',
    initial,
    states: {
      [initial]: { summary: `Accepted without a charge: ${text(initial)}` },
      ...(running !== undefined && { [running]: { summary: `Under way: ${text(running)}` } }),
      [done]: { summary: 'Ready; the first poll that finds it settles', final: true },
      ...(failed !== undefined && {
        [failed]: { summary: 'Ended without a result and without a charge', final: true },
      }),
      ...(cancelled !== undefined && { [cancelled]: { summary: 'Its buyer needs it no longer', final: true } }),
    },
    reads: { state: `/${stateField}`, id: `/${idField}` },
    transitions: transitionsOf(states, from),
  };
}

/** The transitions of a job, as buyers see them. */
function transitionsOf({ initial, running, done, failed, cancelled }: JobStates, statements: string): readonly Json[] {
  const open = running === undefined ? [initial] : [initial, running];
  const assumed = { statements, status: 'assumed' };
  return [
    ...(running === undefined ? [] : [{ from: initial, on: 'upstream.started', to: running, ...assumed }]),
    {
      from: running ?? initial,
      on: 'poll',
      if: 'upstream.finished',
      to: done,
      effects: ['settle-once'],
      ...assumed,
    },
    ...(failed === undefined
      ? []
      : [{ from: open, on: 'upstream.failed', to: failed, effects: ['release'], ...assumed }]),
    ...(cancelled === undefined ? [] : [{ from: open, on: 'cancel', to: cancelled, effects: ['release'], ...assumed }]),
  ];
}
