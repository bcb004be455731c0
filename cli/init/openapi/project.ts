/** The files of a project that sells an API which has a description. */

import { dump } from 'js-yaml';
import { camelCase } from '#generators/emitters/typescript/names.ts';
import type { Json } from '#generators/model/types.ts';
import { type ProjectFile, renderFile, renderFolder } from '../files.ts';
import { type JobModule, segmentsOf } from '../handlers.ts';
import type { ApiJob } from './jobs.ts';
import type { Leftover } from './leftovers.ts';
import type { ImportedOperation } from './operation.ts';
import { type ImportedApi, refusalId } from './specification.ts';

/** Names of the project that its specification has. */
export interface ApiPlan {
  readonly host: string;
  readonly view: Readonly<Record<string, unknown>>;
  /** File or URL of the description. */
  readonly source: string;
}

/** Files of the specification, by their paths in `spec/`. */
export function specificationFiles(api: ImportedApi, { view, source, host }: ApiPlan): readonly ProjectFile[] {
  const names = {
    ...view,
    service: host,
    title: JSON.stringify(api.title),
    description: JSON.stringify(api.description),
    hostTitle: JSON.stringify(`${api.title.replace(/, paid per call$/, '')}, paid per call`),
    source: JSON.stringify(`The description of the API, ${source}`),
    prefix: api.prefix,
    hasJobs: api.jobs.length > 0,
  };
  const common = renderFolder('api/spec', names);
  const own = [...api.files].flatMap(([path, content]) => (isEmpty(content) ? [] : [{ path, text: yaml(content) }]));
  return [...common, ...own];
}

/** Handlers that pass calls on, with the jobs and the provider that they use. */
export function handlerFiles(api: ImportedApi): readonly ProjectFile[] {
  const operations = api.operations.map((operation) => {
    const job = api.jobs.find(({ create, poll, cancel }) => [create.id, poll.id, cancel?.id].includes(operation.id));
    return { path: `handlers/${operation.id}.ts`, text: handlerOf(operation, job) };
  });
  const jobs = api.jobs.map((job) => {
    const { refused = [] } = api.operations.find(({ id }) => id === job.create.id) ?? {};
    return { path: `jobs/${job.machine}.ts`, text: required('api-job.ts', { ...jobView(job), ...refusals(refused) }) };
  });
  return [...operations, ...jobs, { path: 'upstream.ts', text: required('api/upstream.ts', { ...api }) }];
}

/** The jobs of the project for its `gateway.ts`. */
export function jobModules({ jobs }: ImportedApi): readonly JobModule[] {
  return jobs.map(({ machine }) => ({ name: machine.replaceAll('-', '_'), jobs: jobsName(machine), file: machine }));
}

function handlerOf(operation: ImportedOperation, job: ApiJob | undefined): string {
  const { id, summary, method, path, hasQuery, body, headers, refused } = operation;
  const view = {
    ...{ id, summary, method, path, name: camelCase(id), query: hasQuery },
    ...(body === 'json' && { json: true }),
    ...(body === 'unchanged' && { unchanged: true }),
    ...(headers.length > 0 && { headers: headers.map((name) => JSON.stringify(name)).join(', ') }),
    ...refusals(refused),
    segments: segmentsOf(path.replace(/^\//, ''), []),
  };
  if (!job) return required('api-handler.ts', view);
  const responses = job.create.source.get('responses');
  const status = [202, 201, 200].find((http) => responses.raw(String(http)).isThere);
  if (job.create.id === id) return required('api-job-create.ts', { ...view, ...jobView(job), status });
  return required('api-job-poll.ts', { ...view, ...jobView(job), role: job.poll.id === id ? 'poll' : 'cancel' });
}

function refusals(refused: readonly number[]) {
  return refused.length > 0 ? { refused: refused.map((status) => ({ status, error: refusalId(status) })) } : {};
}

function jobView({ machine, poll, cancel, idField, stateField, states }: ApiJob): Readonly<Record<string, unknown>> {
  const open = [states.initial, ...(states.running === undefined ? [] : [states.running]), ...states.others];
  const collection = poll.path.replace(/^\//, '').replace(/\/?\{[^{}]+\}$/, '');
  return {
    ...{ machine, idField, stateField, machineName: camelCase(machine), jobs: jobsName(machine) },
    open: open.map((state) => JSON.stringify(state)).join(', '),
    done: states.done,
    ...(cancel && {
      cancel: `{ method: '${cancel.method.toUpperCase()}', below: [${cancel.path === poll.path ? '' : "'cancel'"}] }`,
    }),
    segments: collection === '' ? '' : segmentsOf(collection, []),
  };
}

function jobsName(machine: string): string {
  return `${camelCase(machine)}s`;
}

/** The page of a project that lists the leftovers of its description. */
export const leftoversFile = 'LEFT-OUT.md';

/** The list of leftovers, as a page of the project. */
export function leftoversPage(leftovers: readonly Leftover[], source: string): ProjectFile {
  const entries = leftovers.map(
    ({ what, advice, places }) => `## ${what}\n\n${advice}\n\n${places.map((place) => `- \`${place}\``).join('\n')}\n`,
  );
  const none = leftovers.length === 0 ? '\nNothing was left out.\n' : '';
  return {
    path: leftoversFile,
    text: `# Left out of the description\n\nThese parts of ${source} were left out or changed by \`tollwright init\`. Each has its places and what you can do.\n${none}\n${entries.join('\n')}`,
  };
}

function required(name: string, view: Readonly<Record<string, unknown>>): string {
  const text = renderFile(name, view);
  if (text === undefined) throw new Error(`There is no template ${name}.`);
  return text;
}

function isEmpty(content: Json): boolean {
  const [only] = Object.values(Object(content));
  return Object.keys(Object(content)).length === 1 && Object.keys(Object(only)).length === 0;
}

function yaml(content: Json): string {
  return dump(content, { lineWidth: 120, noRefs: true });
}
