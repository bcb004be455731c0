/** Reads the OpenAPI description from which a project is made. */

import { existsSync, readFileSync } from 'node:fs';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Part, pointerOf, type Steps } from '#generators/compare/openapi/part.ts';
import { isObject } from '#generators/json-schema/walk.ts';
import type { JsonSchema } from '#generators/model/types.ts';
import { type DescriptionFile, readDescriptionFile } from '../../diff/description-file.ts';
import { UsageError } from '../../failure.ts';

/** Bytes of a file of a description from the web, and milliseconds in which it must arrive. */
const maxBytes = 32 * 2 ** 20;
const patience = 60_000;

/** A description, as OpenAPI 3.1 whatever its version was. */
export interface ApiDescription {
  /** File or URL that it was read from. */
  readonly source: string;
  readonly root: Part;
  /** Writes the place of a value: file, line, and JSON pointer. */
  place(at: Steps): string;
}

/**
 * Reads an OpenAPI 3.x or Swagger 2.0 description from a file or URL, with the files that it refers to.
 *
 * Throws `UsageError` where it cannot be read.
 */
export async function readApi(source: string): Promise<ApiDescription> {
  const file = await linesOf(source, await textOf(source));
  return described(source, await bundle(source, file?.value), (at) => (file ? `:${file.position(at).line}` : ''));
}

/** The description in a document that was read already; references to other files are not followed. */
export async function describe(source: string, document: object): Promise<ApiDescription> {
  return described(source, await bundle(source, document, { external: false }), () => '');
}

async function described(source: string, bundled: JsonSchema, line: (at: Steps) => string): Promise<ApiDescription> {
  const document = await asOpenApi31(bundled, source);
  return {
    source,
    root: new Part(document, [], { document, version: '3.1' }),
    place: (at) => `${source}${line(at)} ${pointerOf(at).slice(1)}`.trim(),
  };
}

/** Lines of the values of a file; `undefined` for YAML that only a lenient parser reads. */
async function linesOf(source: string, text: string): Promise<DescriptionFile | undefined> {
  try {
    return await readDescriptionFile(source, text);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

async function textOf(source: string): Promise<string> {
  if (!isUrl(source)) {
    if (!existsSync(source)) throw new UsageError(`There is no file ${source}.`);
    return readFileSync(source, 'utf8');
  }
  try {
    return await download(source);
  } catch (error) {
    throw new UsageError(`${source} cannot be fetched: ${reasonOf(error)}.`);
  }
}

/** Reads a text from the web, which a hostile server may send slowly or without end. */
async function download(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(patience) });
  if (!response.ok) throw new Error(`it answers ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`it is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Files that a description may refer to: one from the web to none of this machine. */
function resolverFor(source: string): NonNullable<SwaggerParser.Options['resolve']> {
  const http = { read: ({ url }: { readonly url: string }) => download(url) };
  return isUrl(source) ? { file: false, http } : { http };
}

async function bundle(source: string, value: unknown, resolve = resolverFor(source)): Promise<JsonSchema> {
  try {
    // Files and URLs that the description names are read with it; nothing is left outside.
    const document: unknown = await (isDescription(value)
      ? SwaggerParser.bundle(source, accepted(value), { resolve })
      : SwaggerParser.bundle(source, { resolve }));
    if (!isObject(document)) throw new Error('it is no object');
    if (!('swagger' in document && namesPaths(document))) return structuredClone(document) as JsonSchema;
    // OpenAPI 3 has bodies elsewhere, so a reference into a path of Swagger 2.0 would lead nowhere.
    const whole: unknown = await (isDescription(value)
      ? SwaggerParser.dereference(source, value, { resolve, dereference: { circular: 'ignore' } })
      : SwaggerParser.dereference(source, { resolve, dereference: { circular: 'ignore' } }));
    return structuredClone(whole) as JsonSchema;
  } catch (error) {
    throw new UsageError(`${source} cannot be read as an OpenAPI description: ${reasonOf(error)}`);
  }
}

/** The type of descriptions that the parser takes. */
type ParsedDocument = NonNullable<Parameters<SwaggerParser.ApiCallback>[1]>;

function isDescription(value: unknown): value is ParsedDocument {
  return isObject(value) && isObject(value.info);
}

/** A description as the parser accepts it: it knows no OpenAPI 3.2, whose other parts it reads, and no number as a version. */
function accepted(description: ParsedDocument): ParsedDocument {
  const info = { ...description.info, version: String(description.info.version) };
  const isNewer = 'openapi' in description && String(description.openapi).startsWith('3.2');
  return { ...description, info, ...(isNewer && { openapi: '3.1.2' }) };
}

/** True if a reference leads into a path. */
function namesPaths(document: object): boolean {
  return JSON.stringify(document).includes('"$ref":"#/paths/');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.message) : String(error);
}

async function asOpenApi31(document: JsonSchema, source: string): Promise<JsonSchema> {
  const { upgradeFromTwoToThree } = await import('@scalar/openapi-upgrader/2.0-to-3.0');
  const { upgradeFromThreeToThreeOne } = await import('@scalar/openapi-upgrader/3.0-to-3.1');
  const three: unknown = 'swagger' in document ? upgradeFromTwoToThree(document) : document;
  const version = isObject(three) ? String(three.openapi) : '';
  if (!/^3\.[01](\.|$)/.test(version))
    throw new UsageError(`${source} is neither OpenAPI 3.0 or 3.1 nor Swagger 2.0: its version is "${version}".`);
  const upgraded: unknown = version.startsWith('3.0') ? upgradeFromThreeToThreeOne(three as JsonSchema) : three;
  return upgraded as JsonSchema;
}

function isUrl(source: string): boolean {
  return /^https?:\/\//.test(source);
}
