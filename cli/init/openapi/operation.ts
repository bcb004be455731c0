/** One operation of a description as an operation of the specification. */

import { canBeHeaders } from '#generators/check/values-check.ts';
import type { Part } from '#generators/compare/openapi/part.ts';
import { isObject } from '#generators/json-schema/walk.ts';
import type { Json, JsonSchema } from '#generators/model/types.ts';
import { createMaker, type MakeValue } from '../../simulate/value.ts';
import { readResponses } from './answers.ts';
import { type ReadBody, readBody } from './body.ts';
import type { FoundOperation } from './found.ts';
import type { Importer } from './importer.ts';
import { type ApiJob, roleIn } from './jobs.ts';
import { type ApiLimit, readLimit } from './limits.ts';
import { kebabCase } from './names.ts';
import { type ReadParameters, readParameters } from './parameters.ts';
import { oneLine } from './statements.ts';

/** An operation of the new project. */
export interface ImportedOperation {
  readonly id: string;
  readonly area: string;
  /** The content of its file, without its price. */
  readonly file: Readonly<Record<string, Json>>;
  readonly summary: string;
  readonly method: string;
  /** Path with the names that parameters have in the specification. */
  readonly path: string;
  readonly hasQuery: boolean;
  readonly body?: ReadBody['kind'];
  /** Headers that are passed on. */
  readonly headers: readonly string[];
  readonly limit?: ApiLimit;
  /** Statuses of refusals that callers get as they are. */
  readonly refused: readonly number[];
}

/** Methods that the specification has. */
const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** Converts an operation; `undefined` for one that cannot be taken over, which is noted. */
export function importOperation(
  found: FoundOperation,
  job: ApiJob | undefined,
  importer: Importer,
): ImportedOperation | undefined {
  const { id, path, source, item, tags } = found;
  const role = roleIn(job, found);
  const namesJob = role === 'poll' || role === 'cancel';
  const names = parameterNames(path, namesJob);
  const written = names.reduce((text, [from, to]) => text.replace(`{${from}}`, `{${to}}`), path);
  if (!canBeRouted(found, written, importer)) return undefined;
  const method = found.method.toUpperCase();
  const summary = summaryOf(found);
  const from = importer.statements.add(
    tags[0] ?? 'Operations',
    'endpoint',
    'blackbox-paid',
    `${method} ${path}: ${summary}`,
  );
  const body = readBody(source.get('requestBody'), importer);
  const answers = body === 'unsupported' ? undefined : readResponses(found, importer, from, job !== undefined);
  if (!answers || body === 'unsupported') return undefined;
  const parameters = readParameters(item, source, importer, names);
  const request = { ...parameters, ...(body && { body }) };
  const example = exampleOf(request, importer);
  if (!example) return noteUnknownRequest(source, importer);
  noteRest(found, importer);
  const limit = readLimit(source, importer);
  const { query, headers, passed } = parameters;
  // Jobs have ids of the gateway, whatever those of the API look like.
  const params = namesJob ? jobParams : parameters.params;
  return {
    ...{ id, summary, method, path: written, area: areaOf(tags), refused: answers.refused },
    headers: hasChoice(answers.responses) ? [...passed, 'accept'] : passed,
    hasQuery: query !== undefined,
    ...(limit && { limit }),
    ...(body && { body: body.kind }),
    file: {
      ...{
        summary,
        ...describedBy(source, summary),
        ...(source.fields.deprecated === true && { deprecated: true }),
        from,
        http: `${method} {prefix}${written}`,
      },
      ...(params && { params }),
      ...(query && { query }),
      ...(headers && { headers }),
      ...(body && { body: body.file }),
      responses: job ? withOpenIds(answers.responses, job, importer) : answers.responses,
      example,
    },
  };
}

/** Lets the id of a job have any text in answers: jobs have ids of the gateway. */
function withOpenIds(responses: Readonly<Record<string, Json>>, { idField }: ApiJob, { schemas }: Importer) {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]): [string, Json] => {
      if (!isObject(response) || !isObject(response.schema)) return [status, response];
      return [status, { ...response, schema: schemas.openId(response.schema, idField) }];
    }),
  );
}

function noteUnknownRequest({ at }: Part, { leftovers }: Importer): undefined {
  const advice = 'Give the description an example of the request.';
  leftovers.add(at, 'Operations for which no valid request was found are left out', advice);
}

/** True where `Accept` chooses the content type of a response. */
function hasChoice(responses: Readonly<Record<string, Json>>): boolean {
  return Object.values(responses).some((response) => isObject(response) && response.also !== undefined);
}

const jobParams: JsonSchema = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', minLength: 1, description: 'Id of the job' } },
};

/** True for a method and a path that the specification can have; others are noted. */
function canBeRouted({ method, source, path }: FoundOperation, written: string, { leftovers }: Importer): boolean {
  const word = method.toUpperCase();
  if (!methods.has(method))
    leftovers.add(source.at, `Operations with the method ${word} are left out`, 'Serve them beside the gateway.');
  const isPath = !/[?#\s]/.test(written) && !/[{}]/.test(written.replaceAll(/\{\w+\}/g, ''));
  if (!isPath)
    leftovers.add(
      source.at,
      `The path ${path} is left out`,
      'A path has no query, and parameters have names in braces.',
    );
  return methods.has(method) && isPath;
}

function summaryOf({ source, item, method, path }: FoundOperation): string {
  const texts = [source.text('summary'), source.text('description'), item.text('summary')];
  return oneLine(texts.find(Boolean) ?? `${method.toUpperCase()} ${path}`).replace(/\.$/, '');
}

function describedBy(source: Part, summary: string): { readonly description?: string } {
  const description = oneLine(source.text('description') ?? '');
  return description === '' || description === summary ? {} : { description };
}

function areaOf([tag = '']: readonly string[]): string {
  const area = kebabCase(tag) || 'api';
  // Generated code of an area has a file of its name beside an `index.ts` of all areas.
  return /^(?!index$)[a-z]/.test(area) ? area : `area-${area}`;
}

/** Names of path parameters in the specification: words, and `id` for that of a job. */
function parameterNames(path: string, namesJob: boolean): readonly (readonly [string, string])[] {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const written = names.map((name) => {
    const word = name.replaceAll(/\W+/g, '_').replace(/^[^a-zA-Z]+/, '');
    return [name, word === '' ? 'value' : word] as const;
  });
  return namesJob ? written.with(-1, [names.at(-1) ?? '', 'id']) : written;
}

function exampleOf(
  { params, query, headers, body, examples }: ReadParameters & { readonly body?: ReadBody },
  { schemas }: Importer,
): Readonly<Record<string, Json>> | undefined {
  const make = createMaker({ schemas: schemas.named });
  const found: Record<string, Json> = {};
  for (const [part, schema, given] of [
    ['params', params, examples.params],
    ['query', query, examples.query],
    ['headers', headers, examples.headers],
    ['body', body?.schema, body?.example],
  ] as const) {
    if (schema === undefined) continue;
    const value = valid(make, schema, given);
    if (value === undefined || (part === 'headers' && !canBeHeaders(value))) return undefined;
    found[part] = value;
  }
  return found;
}

/** The given example where it is valid, else what is left of it with a made value around, else a made value. */
function valid(make: MakeValue, schema: JsonSchema, given: Json | undefined): Json | undefined {
  const made = make(given === undefined ? schema : { ...schema, examples: [given] }, 1);
  if (given === undefined || made === undefined || !isObject(given) || !isObject(made)) return made;
  const both: Json = { ...made, ...given };
  return make({ ...schema, examples: [both] }, 1);
}

function noteRest({ source }: FoundOperation, { leftovers }: Importer): void {
  for (const [name, { at }] of source.get('callbacks').entries())
    leftovers.add(
      at,
      `The callback \`${name}\` is not described`,
      'Your API calls its receivers itself; the gateway takes no part.',
    );
}
