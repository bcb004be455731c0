/** The specification of a project that sells an API which has a description. */

import { DescriptionMistake } from '#generators/compare/openapi/part.ts';
import type { Json } from '#generators/model/types.ts';
import { UsageError } from '../../failure.ts';
import { namesIn, renderFolder } from '../files.ts';
import type { ApiDescription } from './description.ts';
import { withoutEndless } from './endless.ts';
import { findOperations, type FoundOperation } from './found.ts';
import { createImporter, type Importer } from './importer.ts';
import { type ApiJob, findJobs, machineFile, noteUnknownStates, roleIn } from './jobs.ts';
import type { Leftover } from './leftovers.ts';
import { type ApiLimit, limitError, limitsFile } from './limits.ts';
import { kebabCase } from './names.ts';
import { type ImportedOperation, importOperation } from './operation.ts';
import { type FittedPrice, type NamedPrices, Prices } from './prices.ts';
import { type KeyHeader, keyHeaderOf } from './security.ts';
import { oneLine } from './statements.ts';
import { webhookFiles } from './webhooks.ts';

/** The specification of an API, and the facts that its handlers need. */
export interface ImportedApi {
  /** Content of the files in `spec/` by their paths, without those that every project has. */
  readonly files: ReadonlyMap<string, Json>;
  readonly operations: readonly ImportedOperation[];
  readonly jobs: readonly ApiJob[];
  readonly title: string;
  readonly description: string;
  /** Path prefix of every operation. */
  readonly prefix: string;
  /** Address of the API, if the description has one. */
  readonly upstream?: string;
  readonly key: KeyHeader;
  readonly leftovers: readonly Leftover[];
}

/** Makes the specification of an API; `fitted` are prices by operation. Throws `UsageError` where nothing of it can be sold. */
export function importApi(
  description: ApiDescription,
  named: NamedPrices,
  fitted?: ReadonlyMap<string, FittedPrice>,
): ImportedApi {
  try {
    return converted(description, new Prices(named, fitted));
  } catch (error) {
    if (!(error instanceof DescriptionMistake)) throw error;
    throw new UsageError(`${description.place(error.at)}: ${error.message}`);
  }
}

function converted(description: ApiDescription, prices: Prices): ImportedApi {
  const { root, source } = description;
  const importer = createImporter(description);
  const all = findOperations(root, operationsOfEveryProject());
  const jobs = findJobs(all).filter(({ create }) => importOperation(create, undefined, createImporter(description)));
  noteUnknownStates(all, jobs, importer);
  const files = new Map<string, Json>();
  const operations: ImportedOperation[] = [];
  for (const found of all) {
    const job = jobs.find((each) => roleIn(each, found));
    if (isDiscovery(found, description) || belongsToJob(found, jobs, importer)) continue;
    const read = importOperation(found, job, importer);
    if (!read) continue;
    const role = roleIn(job, found);
    const price = role === 'poll' || role === 'cancel' ? undefined : prices.idFor({ ...found });
    files.set(`operations/${read.area}/${read.id}.yaml`, operationFile(read, { price, job, role }));
    operations.push(read);
  }
  if (operations.length === 0) throw new UsageError(`${source} has no operation that can be sold.`);
  prices.requireUsed([...all.map(({ id }) => id), ...all.flatMap(({ tags }) => tags.map(kebabCase))]);
  const limits = new Map(operations.flatMap(({ id, limit }) => (limit ? [[id, limit] as const] : [])));
  const info = root.get('info');
  const title = oneLine(info.text('title') ?? '') || 'The API';
  for (const job of jobs) addMachine(files, job, importer);
  for (const [id, price] of prices.files('offer-004')) files.set(`prices/${id}.yaml`, price);
  files.set('errors/api.yaml', { errors: { ...refusalsOf(operations), ...limitErrorOf(limits) } });
  files.set('limits/api.yaml', { limits: limitsFile(limits, importer) });
  for (const [path, webhook] of webhookFiles(root, importer)) files.set(path, webhook);
  noteRoot(description, importer);
  const key = keyHeaderOf(root, importer.leftovers);
  files.set('schemas/api.yaml', { schemas: schemasOf(files, importer) });
  files.set('statements/api.yaml', importer.statements.file);
  return {
    ...{ files, operations, jobs, title, key, leftovers: importer.leftovers.all },
    description: oneLine(info.text('description') ?? '') || `${title}, paid per call in USDC.`,
    ...serverOf(description),
  };
}

/** The named schemas of a specification. */
function schemasOf(files: ReadonlyMap<string, Json>, { schemas, leftovers }: Importer): Json {
  const used = schemas.usedBy([...files.values()]);
  return withoutEndless(used, (name) =>
    leftovers.add(
      ['components', 'schemas', name],
      'A reference of a schema to itself for the same value is left out',
      'No value can be checked by it: refer to it from properties or items.',
    ),
  );
}

/** Templates of the operations by which a host describes itself. */
const discoveryFolder = 'api/spec/operations/discovery';

/** Ids of the operations by which a host describes itself. */
export function operationsOfEveryProject(): readonly string[] {
  return namesIn(discoveryFolder);
}

/** True for a call by which the host describes itself. */
function isDiscovery({ method, path }: FoundOperation, description: ApiDescription): boolean {
  const own = renderFolder(discoveryFolder, {}).map(({ text }) => /^http: (.*)$/m.exec(text)?.[1]);
  return own.includes(`${method.toUpperCase()} ${serverOf(description).prefix}${path}`);
}

/** Notes and tells operations on a job that have no part in it: the gateway's jobs have ids of their own. */
function belongsToJob(found: FoundOperation, jobs: readonly ApiJob[], { leftovers }: Importer): boolean {
  const job = jobs.find((each) => !roleIn(each, found) && found.path.startsWith(each.poll.path));
  if (!job) return false;
  leftovers.add(
    found.source.at,
    'Other operations on a job are left out',
    'Jobs have ids of this gateway; write a handler that finds the id of your API.',
  );
  return true;
}

function addMachine(files: Map<string, Json>, job: ApiJob, importer: Importer): void {
  const from = importer.statements.add(
    'Jobs',
    'state',
    'controlled',
    `${job.create.id} starts a job that ${job.poll.id} fetches`,
  );
  files.set(`machines/${job.machine}.yaml`, machineFile(job, from, importer));
}

interface Selling {
  readonly price: string | undefined;
  readonly job: ApiJob | undefined;
  readonly role: ReturnType<typeof roleIn>;
}

function operationFile({ id, area, file, refused, body }: ImportedOperation, { price, job, role }: Selling): Json {
  const isPoll = role === 'poll';
  // Polls and cancellations name a job of the wallet that started it.
  const namesJob = isPoll || role === 'cancel';
  const { example, ...rest } = file;
  const errors = [
    ...(body ? ['invalid-json', 'invalid-body'] : []),
    ...(namesJob ? ['job-not-found', 'payer-mismatch'] : [...refused.map(refusalId), 'upstream-failed']),
  ];
  return {
    operation: id,
    area,
    ...rest,
    ...(namesJob ? { auth: 'wallet' } : price === undefined && { auth: 'none' }),
    ...(price !== undefined && { price }),
    // Other calls settle as the standard says.
    ...(job && role !== 'cancel' && { payment: { settles: 'on-poll', from: 'offer-011' } }),
    ...(job && { machine: { id: job.machine, role: role ?? 'create' } }),
    errors,
    ...(namesJob ? { example: { ...Object(example), params: { id: 'unknown-job' } } } : { example: example ?? {} }),
  };
}

/** The error with which a refusal of the API is passed on. */
export function refusalId(status: number): string {
  return `refused-${status}`;
}

function refusalsOf(operations: readonly ImportedOperation[]): Readonly<Record<string, Json>> {
  const statuses = [...new Set(operations.flatMap(({ refused }) => refused))].toSorted();
  return Object.fromEntries(
    statuses.map((http) => [
      refusalId(http),
      {
        http,
        summary: `The API refuses the call with ${http}`,
        from: 'offer-007',
        charged: false,
        provoke: { upstream: 'reject', detail: { status: http } },
      },
    ]),
  );
}

function limitErrorOf(limits: ReadonlyMap<string, ApiLimit>): Readonly<Record<string, Json>> {
  if (limits.size === 0) return {};
  const headers = { 'Retry-After': { type: 'string', pattern: '^[0-9]+$' } };
  return { [limitError]: { http: 429, summary: 'Too many calls', from: 'offer-008', headers, charged: false } };
}

function serverOf({ root, source }: ApiDescription): { readonly prefix: string; readonly upstream?: string } {
  const [, server] = root.get('servers').entries()[0] ?? [];
  const variables = server?.get('variables').entries() ?? [];
  const written = server?.text('url') ?? '/';
  const filled = variables.reduce(
    (url, [name, each]) => url.replaceAll(`{${name}}`, String(each.fields.default ?? '')),
    written,
  );
  const base = /^https?:/.test(source) ? source : 'http://localhost';
  if (!URL.canParse(filled, base)) return { prefix: '' };
  const url = new URL(filled, base);
  const prefix = url.pathname.replace(/\/+$/, '');
  return {
    prefix: /^(\/[^/{}\s]+)*$/.test(prefix) ? prefix : '',
    ...((/^https?:/.test(filled) || base === source) && { upstream: `${url.origin}${prefix}` }),
  };
}

function noteRoot({ root }: ApiDescription, { leftovers }: Importer): void {
  const added = root
    .get('paths')
    .members()
    .flatMap(([, item]) => [item.get('query'), item.get('additionalOperations')])
    .filter(({ isThere }) => isThere);
  for (const { at } of added)
    leftovers.add(at, 'Methods that OpenAPI 3.2 added are not sold', 'Offer these calls under a method such as POST.');
  if (root.get('servers').entries().length > 1)
    leftovers.add(
      root.get('servers').at,
      'Of several servers the first is taken',
      'UPSTREAM_URL names the one that is called.',
    );
}
