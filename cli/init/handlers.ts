import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { camelCase } from '#generators/emitters/typescript/names.ts';
import type { Model, Operation } from '#generators/model/types.ts';
import { type ProjectFile, renderFile, writeFiles } from './files.ts';

/** The handlers of a project beside its specification. */
export interface Handlers {
  /** Handlers that are written now, and the index where it changes; what is there is never written over. */
  readonly missing: readonly string[];
  /** Files that serve no operation of the specification. */
  readonly orphaned: readonly string[];
}

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
  const operations = served(model);
  const present = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const missing = operations.filter(({ id }) => !present.includes(`${id}.ts`));
  const written = missing.map((operation) => handlerOf(operation, extending));
  const listing = await stale(folder, { path: index, text: indexOf(operations) });
  const files = [...written, ...listing];
  if (!check) await writeFiles(folder, files);
  const known = new Set([index, ...operations.map(({ id }) => `${id}.ts`)]);
  return { missing: files.map(({ path }) => path), orphaned: present.filter((file) => !known.has(file)).sort() };
}

/** Every operation with a handler, once, by its id. */
function served({ hosts }: Model): readonly Operation[] {
  const open = hosts.flatMap(({ operations }) => operations).filter(({ closed }) => closed === undefined);
  return [...new Map(open.map((operation) => [operation.id, operation])).values()].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  );
}

function handlerOf(operation: Operation, extending: boolean): ProjectFile {
  const { id, summary, method, path } = operation;
  const own = renderFile(`handlers/${id}.ts`, {}) ?? (extending ? renderFile(`host/handlers/${id}.ts`, {}) : undefined);
  const text = own ?? renderFile('handler.ts', { id, summary, method, path, name: camelCase(id) });
  if (text === undefined) throw new Error('The template of handlers is missing.');
  return { path: `${id}.ts`, text };
}

function indexOf(operations: readonly Operation[]): string {
  const handlers = operations.map(({ id }) => ({ id, name: camelCase(id) }));
  return renderFile('handlers-index.ts', { handlers }) ?? '';
}

/** The file where its text on disk differs. */
async function stale(folder: string, file: ProjectFile): Promise<readonly ProjectFile[]> {
  const { format } = await import('#generators/output/format.ts');
  const [formatted = file] = await format([file]);
  const text = await readFile(join(folder, file.path), 'utf8').catch(() => undefined);
  return text === formatted.text ? [] : [formatted];
}
