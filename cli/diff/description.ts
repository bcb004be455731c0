import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DescriptionMistake } from '#generators/compare/openapi/part.ts';
import { filesKey, readOpenApi } from '#generators/compare/openapi/read.ts';
import type { Side } from '#generators/compare/side.ts';
import type { JsonSchema } from '#generators/model/types.ts';
import { UsageError } from '../failure.ts';
import { type DescriptionFile, isNone, readDescriptionFile, referencesIn } from './description-file.ts';

/**
 * Reads an OpenAPI 3.x or Swagger 2.0 description in JSON or YAML, and the files that it refers to.
 *
 * It is not validated; throws `UsageError` where it has a key twice or a reference that leads nowhere.
 */
export async function readDescription(name: string, text: string): Promise<Side> {
  const main = await readDescriptionFile(name, text);
  if (!isDescription(main.value)) throw new UsageError(`${name} ${isNone}.`);
  const files = await filesFrom(main);
  const { document, wrote } = await inOpenApi3(bundled(main.value, files));
  const locate = (path: readonly string[]) => {
    const [first, inner = '', ...rest] = wrote(path);
    const file = first === filesKey ? files.get(inner) : undefined;
    const found = file ?? main;
    return { file: found.name, ...found.position(file ? rest : wrote(path)) };
  };
  try {
    return readOpenApi(name, document, (path) => {
      const { file, line } = locate(path);
      return { file, line };
    });
  } catch (error) {
    if (!(error instanceof DescriptionMistake)) throw error;
    const { file, line, column } = locate(error.at);
    throw new UsageError(`${file}:${line}:${column} ${asWritten(error.message)}`);
  }
}

/** A message with references into other files as the files have them. */
function asWritten(message: string): string {
  return message.replace(/"#\/x-files\/([^/"]+)([^"]*)"/, (_, path: string, pointer: string) => {
    const place = pointer === '' ? '' : `#${pointer}`;
    return `"${decodeURIComponent(path)}${place}"`;
  });
}

/** The files that a description refers to, themselves or by way of others, by their paths from its folder. */
async function filesFrom(main: DescriptionFile): Promise<ReadonlyMap<string, DescriptionFile>> {
  const home = dirname(main.name);
  const files = new Map<string, DescriptionFile>();
  const waiting: { readonly file: DescriptionFile; readonly folder: string }[] = [{ file: main, folder: '' }];
  for (const { file, folder } of waiting) {
    for (const found of referencesIn(file.value)) {
      const [target = '', pointer = ''] = found.reference.split('#');
      if (target === '' && file === main) continue;
      const path = target === '' ? keyOf(files, file) : join(folder, decodeURI(target));
      const own = join(home, path);
      const isMain = relative(own, main.name) === '';
      // Within the bundle all references lead to places of one document.
      found.owner[found.key] = isMain ? `#${pointer}` : `#/${filesKey}/${escaped(path)}${pointer}`;
      if (isMain || files.has(path)) continue;
      const { line, column } = file.position(found.at);
      if (/^[a-z][a-z0-9+.-]+:/i.test(target) || !existsSync(own))
        throw new UsageError(
          `${file.name}:${line}:${column} The reference "${found.reference}" leads to no file that is here.`,
        );
      const next = await readDescriptionFile(own, readFileSync(own, 'utf8'));
      files.set(path, next);
      waiting.push({ file: next, folder: dirname(path) });
    }
  }
  return files;
}

function keyOf(files: ReadonlyMap<string, DescriptionFile>, file: DescriptionFile): string {
  return [...files].find(([, each]) => each === file)?.[0] ?? '';
}

function escaped(step: string): string {
  return encodeURIComponent(step).replaceAll('~', '~0');
}

function bundled(document: JsonSchema, files: ReadonlyMap<string, DescriptionFile>): JsonSchema {
  if (files.size === 0) return document;
  return Object.assign(
    { [filesKey]: Object.fromEntries([...files].map(([path, { value }]) => [path, value])) },
    document,
  );
}

/** A description in OpenAPI 3, with what finds the path at which a value is written. */
async function inOpenApi3(document: JsonSchema) {
  if (!('swagger' in document)) return { document, wrote: (path: readonly string[]) => path };
  const { upgradeFromTwoToThree } = await import('@scalar/openapi-upgrader/2.0-to-3.0');
  const upgraded: unknown = upgradeFromTwoToThree(structuredClone(document));
  return {
    document: upgraded as JsonSchema,
    wrote: (path: readonly string[]) => {
      const [first, second = '', ...rest] = path;
      const older: Readonly<Record<string, string>> = {
        schemas: 'definitions',
        securitySchemes: 'securityDefinitions',
      };
      return first === 'components' ? [older[second] ?? second, ...rest] : path;
    },
  };
}

function isDescription(value: unknown): value is JsonSchema {
  if (typeof value !== 'object' || value === null) return false;
  if ('swagger' in value) return String(value.swagger) === '2.0';
  return 'openapi' in value && String(value.openapi).startsWith('3.');
}
