import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { camelCase } from '#generators/emitters/typescript/names.ts';
import type { HostView, Model, Operation } from '#generators/model/types.ts';
import { type ProjectFile, renderFile, writeFiles } from './files.ts';

/** The handlers of a project beside its specification, by their paths in it. */
export interface Handlers {
  /** Handlers that are new, and the index if it changes; existing handlers are never overwritten. */
  readonly missing: readonly string[];
  /** Files that serve no operation of the specification. */
  readonly orphaned: readonly string[];
}

/** The file of all handlers, in their folder. */
const index = 'index.ts';

/**
 * Adds the missing handlers of a project, and writes the index; with `check` it only lists them.
 *
 * `undefined` for a project without a folder `handlers`.
 */
export async function updateHandlers(
  project: string,
  model: Model,
  { check = false, extending = false },
): Promise<Handlers | undefined> {
  const folder = join(project, 'handlers');
  if (!existsSync(folder)) return undefined;
  const operations = servedBy(model);
  const present = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const missing = operations.filter(({ operation: { id } }) => !present.includes(`${id}.ts`));
  const written = missing.flatMap((each) => handlerOf(each, extending));
  const absent = written.filter(({ path }) => !existsSync(join(project, path)));
  const files = [...absent, ...(await stale(project, indexOf(operations)))];
  if (!check) await writeFiles(project, files);
  const known = new Set([index, ...operations.map(({ operation: { id } }) => `${id}.ts`)]);
  const orphaned = present
    .filter((file) => !known.has(file))
    .sort()
    .map((file) => `handlers/${file}`);
  return { missing: files.map(({ path }) => path), orphaned };
}

/** Every operation with a handler, once, by its id. */
function servedBy({ hosts }: Model): readonly HostedOperation[] {
  const open = hosts.flatMap((view) => view.operations.map((operation) => ({ operation, view })));
  const byId = new Map(
    open.filter(({ operation }) => operation.closed === undefined).map((each) => [each.operation.id, each]),
  );
  return [...byId.values()].toSorted((a, b) => (a.operation.id < b.operation.id ? -1 : 1));
}

/** A handler and the files that it needs. */
function handlerOf(served: HostedOperation, extending: boolean): readonly ProjectFile[] {
  const { id, summary, method, path } = served.operation;
  const own = renderFile(`handlers/${id}.ts`, {});
  const files = own === undefined && extending ? (carriedBy(id) ?? passedThrough(served)) : undefined;
  if (files) return files;
  const text = own ?? renderFile('handler.ts', { id, summary, method, path, name: camelCase(id) });
  if (text === undefined) throw new Error('The template of handlers is missing.');
  return [{ path: `handlers/${id}.ts`, text }];
}

function indexOf(operations: readonly HostedOperation[]): ProjectFile {
  const handlers = operations.map(({ operation: { id } }) => ({ id, name: camelCase(id) }));
  return { path: `handlers/${index}`, text: renderFile('handlers-index.ts', { handlers }) ?? '' };
}

/** The file, if its text on disk differs. */
async function stale(folder: string, file: ProjectFile): Promise<readonly ProjectFile[]> {
  const { format } = await import('#generators/output/format.ts');
  const [formatted = file] = await format([file]);
  const text = await readFile(join(folder, file.path), 'utf8').catch(() => undefined);
  return text === formatted.text ? [] : [formatted];
}

/** An operation with a host that serves it. */
export interface HostedOperation {
  readonly operation: Operation;
  readonly view: HostView;
}

/** The template of an operation's handler that uses its adapter, with the jobs it imports; `undefined` if there is none. */
function carriedBy(id: string): readonly ProjectFile[] | undefined {
  const text = renderFile(`carried/${id}.ts`, {});
  if (text === undefined) return undefined;
  const jobs = [...text.matchAll(/'\.\.\/(jobs\/[a-z-]+\.ts)'/g)].map(([, path = '']) => ({
    path,
    text: renderFile(`carried/${path}`, {}) ?? '',
  }));
  return [{ path: `handlers/${id}.ts`, text }, ...jobs];
}

/** The jobs of one kind: the machine that receives events for them, what their module exports, and its file. */
export interface JobModule {
  readonly name: string;
  readonly jobs: string;
  readonly file: string;
}

/** The jobs that the handlers of operations import, each once. */
export function jobsOf(operations: readonly string[]): readonly JobModule[] {
  const files = operations.flatMap((id) => carriedBy(id)?.filter(({ path }) => path.startsWith('jobs/')) ?? []);
  const modules = files.map(({ path, text }) => {
    const file = basename(path, '.ts');
    const [, machine = ''] = /\/machines\/([a-z-]+)\.ts'/.exec(text) ?? [];
    return [file, { name: machine.replaceAll('-', '_'), jobs: camelCase(file), file }] as const;
  });
  return [...new Map(modules).values()];
}

/**
 * A handler that passes calls on to a service of the operator; `undefined` if the sold resources belong to callers.
 *
 * Areas with machines (leased numbers, for example) and operations for wallets must know their callers.
 */
export function passedThrough({
  operation,
  view: { host, operations, errors },
}: HostedOperation): readonly ProjectFile[] | undefined {
  const { id, area, summary, method, path, query, body, stream, auth } = operation;
  const inArea = operations.filter((each) => each.area === area);
  const isSold = inArea.some(({ price }) => price !== undefined);
  const isOwned = inArea.some(({ machine }) => machine !== undefined) || auth === 'wallet' || auth === 'key';
  if (!isSold || isOwned || stream || !path.startsWith(`${host.prefix}/`)) return undefined;
  const absent = operation.errors.find((error) => errors[error]?.http === 404);
  const text = renderFile('pass-through.ts', {
    ...{ id, summary, method, path, prefix: host.prefix, name: camelCase(id) },
    ...{ query: query !== undefined, body: body !== undefined },
    ...(absent !== undefined && { absent }),
    provider: area.toUpperCase().replaceAll('-', '_'),
    segments: segmentsOf(path.slice(host.prefix.length + 1), operation.wide),
  });
  return text === undefined ? undefined : [{ path: `handlers/${id}.ts`, text }];
}

/** The segments of a path as code, with the parameters of the call. */
export function segmentsOf(path: string, wide: readonly string[]): string {
  return path
    .split('/')
    .map((segment) => {
      const [, alone] = /^\{(\w+)\}$/.exec(segment) ?? [];
      if (alone !== undefined)
        return wide.includes(alone) ? `...call.params.${alone}.split('/')` : `call.params.${alone}`;
      return segment.includes('{') ? `\`${segment.replaceAll('{', '${call.params.')}\`` : `'${segment}'`;
    })
    .join(', ');
}
