/** Responses of a description: successes, and the errors that a handler passes on. */

import { isContentType } from '#generators/common/body-format.ts';
import type { Part } from '#generators/compare/openapi/part.ts';
import type { Json } from '#generators/model/types.ts';
import type { FoundOperation } from './found.ts';
import type { Importer } from './importer.ts';
import { isOfLimits } from './limits.ts';
import { oneLine } from './statements.ts';

/** The responses of an operation. */
export interface ReadResponses {
  /** Responses by status, as the specification has them. */
  readonly responses: Readonly<Record<string, Json>>;
  /** Statuses of refusals that callers get as they are. */
  readonly refused: readonly number[];
}

/** Refusals of the input, which the gateway tells from failures of the API. */
const refusals = new Set(['400', '404', '409', '410', '413', '415', '422']);

/** Reads the responses of an operation; `undefined` where it answers with a stream alone, which is noted. */
export function readResponses(
  { source }: FoundOperation,
  importer: Importer,
  from: string,
  isJob: boolean,
): ReadResponses | undefined {
  const all = source.get('responses').members();
  const good = all.filter(([status]) => /^2(\d\d|XX)$/i.test(status));
  const fallback = good.length === 0 ? all.filter(([status]) => status === 'default') : [];
  const responses: Record<string, Json> = {};
  for (const [status, response] of [...good, ...fallback]) {
    const http = /^2\d\d$/.test(status) ? status : '200';
    // One success of an operation without a job may have several content types.
    const read = responseOf(response, importer, from, !isJob && Object.keys(responses).length === 0);
    if (read === undefined) return undefined;
    responses[http] ??= read;
  }
  if (Object.keys(responses).length === 0) responses['200'] = { description: 'The answer', status: 'assumed' };
  const refused = all.filter(([status]) => refusals.has(status)).map(([status]) => Number(status));
  noteErrors(all, importer);
  return { responses, refused };
}

function responseOf(response: Part, importer: Importer, from: string, mayVary: boolean): Json | undefined {
  const { schemas, leftovers } = importer;
  const content = response.get('content').members();
  const description = oneLine(response.text('description') ?? '') || 'The answer';
  const json = content.find(([type]) => isJson(type));
  if (content.some(([type]) => type === 'text/event-stream')) {
    leftovers.add(
      response.at,
      'A stream of events is not served',
      'Describe it as `stream` of the operation, and write its handler.',
    );
    if (!json) return undefined;
  }
  for (const [name, header] of response
    .get('headers')
    .members()
    .filter(([name]) => !isOfLimits(name)))
    leftovers.add(
      header.at,
      `The header \`${name}\` of answers is not passed on`,
      'Return it from the handler, and describe it under `headers` of the response.',
    );
  const [type, media] = json ?? content[0] ?? [];
  const also = json && mayVary ? content.map(([each]) => each).filter((each) => isOther(each)) : [];
  if (content.length > 1 + also.length && media)
    leftovers.add(
      response.get('content').at,
      `Of several types of an answer only \`${type}\` is described`,
      'Your API may send others; no rule judges them.',
    );
  if (type === undefined || media === undefined) return { description, from };
  if (!json) return { description, 'content-type': type.includes('*') ? 'application/octet-stream' : type, from };
  const schema = media.raw('schema');
  return {
    ...(schema.isThere && { schema: schemas.use(schema) }),
    description,
    ...(type !== 'application/json' && { 'content-type': type }),
    ...(also.length > 0 && { also }),
    from,
  };
}

/** True for a type of texts or bytes that `Accept` may ask for. */
function isOther(type: string): boolean {
  return !isJson(type) && type !== 'text/event-stream' && isContentType(type);
}

/** True for a type whose content is JSON. */
export function isJson(type: string): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(type);
}

function noteErrors(all: readonly (readonly [string, Part])[], { leftovers }: Importer): void {
  const failures = all.filter(([status]) => /^[45]/.test(status) && !refusals.has(status));
  for (const [status, { at }] of failures) {
    if (status === '402')
      leftovers.add(at, 'The answer 402 of the API is not passed on', 'The gateway asks for payments itself.');
    else if (status === '429')
      leftovers.add(
        at,
        'The answer 429 of the API becomes the one of this gateway',
        'State your own limits under spec/limits/.',
      );
    else
      leftovers.add(
        at,
        `The answer ${status} of the API becomes 502, and costs nothing`,
        'Give it an error of its own in spec/errors/ and in the handler.',
      );
  }
  const refused = all.filter(([status, response]) => refusals.has(status) && response.get('content').isThere);
  for (const [, { at }] of refused)
    leftovers.add(
      at,
      'Bodies of errors are those of this gateway',
      'State their fields as `body` of the errors in spec/errors/api.yaml.',
    );
}
