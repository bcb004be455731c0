import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { camelCase } from '#generators/emitters/typescript/names.ts';
import type { Model } from '#generators/model/types.ts';
import { carriedBy, passedThrough, type Served } from './carried.ts';
import { type ProjectFile, renderFile, writeFiles } from './files.ts';

/** The handlers of a project beside its specification, by their paths in it. */
export interface Handlers {
  /** Handlers that are written now, and the index where it changes; what is there is never written over. */
  readonly missing: readonly string[];
  /** Files that serve no operation of the specification. */
  readonly orphaned: readonly string[];
}

/** The file of all handlers, in their folder. */
const index = 'index.ts';

/**
 * Adds the handlers that a project lacks, and writes the index of all; with `check` it only says what it would write.
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
function servedBy({ hosts }: Model): readonly Served[] {
  const open = hosts.flatMap((view) => view.operations.map((operation) => ({ operation, view })));
  const byId = new Map(
    open.filter(({ operation }) => operation.closed === undefined).map((each) => [each.operation.id, each]),
  );
  return [...byId.values()].toSorted((a, b) => (a.operation.id < b.operation.id ? -1 : 1));
}

/** A handler and what it needs besides. */
function handlerOf(served: Served, extending: boolean): readonly ProjectFile[] {
  const { id, summary, method, path } = served.operation;
  const own = renderFile(`handlers/${id}.ts`, {});
  const files = own === undefined && extending ? (carriedBy(id) ?? passedThrough(served)) : undefined;
  if (files) return files;
  const text = own ?? renderFile('handler.ts', { id, summary, method, path, name: camelCase(id) });
  if (text === undefined) throw new Error('The template of handlers is missing.');
  return [{ path: `handlers/${id}.ts`, text }];
}

function indexOf(operations: readonly Served[]): ProjectFile {
  const handlers = operations.map(({ operation: { id } }) => ({ id, name: camelCase(id) }));
  return { path: `handlers/${index}`, text: renderFile('handlers-index.ts', { handlers }) ?? '' };
}

/** The file where its text on disk differs. */
async function stale(folder: string, file: ProjectFile): Promise<readonly ProjectFile[]> {
  const { format } = await import('#generators/output/format.ts');
  const [formatted = file] = await format([file]);
  const text = await readFile(join(folder, file.path), 'utf8').catch(() => undefined);
  return text === formatted.text ? [] : [formatted];
}
