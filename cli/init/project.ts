/** Writes a project of a small service, a project that extends another service, or a host of this project. */

import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { isListed } from '#generators/check/assets-check.ts';
import type { Model } from '#generators/model/types.ts';
import { UsageError } from '../failure.ts';
import { type ProjectFile, renderFile, renderFolder } from './files.ts';
import { type JobModule, jobsOf } from './handlers.ts';
import type { Network } from './networks.ts';
import { handlerFiles, jobModules, leftoversFile, leftoversPage, specificationFiles } from './openapi/project.ts';
import type { ImportedApi } from './openapi/specification.ts';
import { selectOperations } from './selection.ts';

/** A host to be made. */
export interface HostPlan {
  /** Id of the host. */
  readonly host: string;
  readonly network: Network;
}

/** A host of an existing specification, with the words that choose its operations. */
export interface ExtendedPlan extends HostPlan {
  readonly model: Model;
  readonly operations: readonly string[];
}

/** Address that tests pay, whose key is unknown. */
const payees = {
  eip155: '0x70115e77c0de0000000000000000000000000402',
  solana: 'CMxTppLdj2DMXc1zWy9HFJmrg811k4nemuWY1Kqe3ygA',
} as const;

/** Seconds within which a payment may be signed. */
const usualWindow = 300;

/** Files of a project with a small service of its own: three operations, one price, one machine. */
export function serviceProject(folder: string, plan: HostPlan): readonly ProjectFile[] {
  const machines = [{ name: 'digest_job', jobs: 'digests', file: 'digests' }];
  const { caip2, address } = plan.network;
  const view = {
    ...hostView(plan),
    service: plan.host,
    title: titleOf(plan.host),
    unlisted: !isListed(caip2, address),
  };
  // On Solana an official client needs a node, which the embedded ledger does not have.
  const files = renderFolder('service', view).filter(({ path }) => !isSolana(plan) || !path.startsWith('buyer/'));
  return [...files, ...projectFiles(folder, plan, machines)];
}

/** Files of a project with one host of an existing specification; `from` is what it extends. */
export function extendingProject(folder: string, plan: ExtendedPlan, from: string): readonly ProjectFile[] {
  const isFolder = existsSync(from);
  const jobs = jobsOf(selectOperations(plan.model, plan.operations).operations);
  const base = isFolder ? relative(resolve(folder, 'spec'), resolve(from)).replaceAll('\\', '/') : from;
  return [
    {
      path: 'spec/extends.yaml',
      text: `# This specification has everything of that one but its hosts.\nextends: ${base}\n`,
    },
    ...hostFiles(plan).map(inSpec),
    ...renderFolder('host', { host: plan.host }),
    ...projectFiles(folder, plan, jobs, { extending: true }),
  ];
}

/** Files of one more host in a spec folder. */
export function hostFiles({ host, network, model, operations: words }: ExtendedPlan): readonly ProjectFile[] {
  const { group, operations } = selectOperations(model, words);
  const prefix = model.hosts.find((view) => view.host.group === group)?.host.prefix ?? '';
  const view = { ...hostView({ host, network }), group, prefix, operations, title: titleOf(host) };
  return [
    { path: `hosts/${host}.yaml`, text: rendered('host.yaml', view) },
    { path: `networks/${view.network}.yaml`, text: rendered('network.yaml', view) },
  ];
}

/** Throws `UsageError` unless a folder is absent, or empty apart from files of version control. */
export function requireEmpty(folder: string): void {
  if (!existsSync(folder)) return;
  const [first] = readdirSync(folder).filter((name) => name !== '.git');
  if (first === undefined) return;
  throw new UsageError(`${folder} is not empty: it has ${first}. Name a new folder, as in: tollwright init my-gateway`);
}

/** Files of a project without operations of its own: how calls are paid is described, and the rest is to be written. */
export function emptyProject(folder: string, plan: HostPlan): readonly ProjectFile[] {
  const title = titleOf(plan.host);
  const names = {
    ...hostView(plan),
    service: plan.host,
    title: JSON.stringify(title),
    description: JSON.stringify(`${title}, paid per call in USDC.`),
    hostTitle: JSON.stringify(`${title}, paid per call`),
    prefix: '/v1',
    window: usualWindow,
  };
  return [...renderFolder('api/spec', names).map(inSpec), ...projectFiles(folder, plan, [], { empty: true })];
}

/** Files of a project that sells an API, of which the description was read; `window` is in seconds. */
export function apiProject(
  folder: string,
  plan: HostPlan,
  api: ImportedApi,
  source: string,
  window = usualWindow,
): readonly ProjectFile[] {
  const view = { ...hostView(plan), window };
  return [
    ...specificationFiles(api, { host: plan.host, view, source }).map(inSpec),
    ...handlerFiles(api),
    leftoversPage(api.leftovers, source),
    ...projectFiles(folder, plan, jobModules(api), { imported: true }),
  ];
}

const inSpec = ({ path, text }: ProjectFile): ProjectFile => ({ path: `spec/${path}`, text });

function projectFiles(
  folder: string,
  plan: HostPlan,
  machines: readonly JobModule[],
  { extending = false, imported = false, empty = false } = {},
): readonly ProjectFile[] {
  const { host } = plan;
  const payTo = isSolana(plan) ? payees.solana : payees.eip155;
  const view = {
    host,
    machines,
    extending,
    imported,
    empty,
    payTo,
    title: titleOf(host),
    name: nameOf(folder),
    ...versions(),
  };
  return renderFolder('project', view);
}

function isSolana({ network: { caip2 } }: HostPlan): boolean {
  return caip2.startsWith('solana:');
}

function hostView({ host, network: { caip2, id, name, address, domain } }: HostPlan) {
  // A network of the specification that is extended may have the same id.
  return { host, network: `${id}-usdc`, caip2, networkName: name, asset: { address, domain } };
}

function rendered(name: string, view: Readonly<Record<string, unknown>>): string {
  const text = renderFile(name, view);
  if (text === undefined) throw new Error(`There is no template ${name}.`);
  return text;
}

/** Versions of the packages that a project installs: the ones that this repository is tested with. */
function versions() {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const { version, dependencies, devDependencies, peerDependencies } = manifest;
  const of = (name: string): string => dependencies[name] ?? devDependencies?.[name] ?? peerDependencies?.[name];
  return { version, typescript: of('typescript'), undici: of('undici'), vitest: of('vitest') };
}

function nameOf(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return name === '' ? 'gateway' : name;
}

function titleOf(host: string): string {
  const words = host.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The tasks that remain in a new project: providers to supply and handlers to write. */
export function openEnds(folder: string): readonly string[] {
  const supplied = new Map<string, string[]>();
  const unwritten: string[] = [];
  for (const path of globSync('{handlers,jobs}/*.ts', { cwd: folder }).toSorted()) {
    const text = readFileSync(join(folder, path), 'utf8');
    for (const name of new Set(text.match(/\b[A-Z]+(_[A-Z]+)*_URL\b/g)))
      supplied.set(name, [...(supplied.get(name) ?? []), basename(path, '.ts')]);
    if (text.includes('return unwritten;') && !text.includes('passThrough')) unwritten.push(path);
  }
  return [
    ...importedEnds(folder),
    ...[...supplied].map(([name, users]) => `Supply ${name}, the provider of ${users.join(', ')}.`),
    ...(unwritten.length > 0 ? [`Write ${unwritten.join(', ')}: 501 until then.`] : []),
  ];
}

/** The tasks of a project that was made of a description. */
function importedEnds(folder: string): readonly string[] {
  const page = join(folder, leftoversFile);
  if (!existsSync(page)) return [];
  const { length } = readFileSync(page, 'utf8').match(/^## /gm) ?? [];
  const parts = length === 1 ? 'kind of part was' : 'kinds of parts were';
  return [
    ...(length > 0 ? [`Read ${page}: ${length} ${parts} left out of the description or changed.`] : []),
    'Set UPSTREAM_URL to the address of your API and UPSTREAM_KEY to its key: until then answers are made up.',
  ];
}
