import SwaggerParser from '@apidevtools/swagger-parser';
import { type AnswerCache, answerCacheOf } from '../../calls/answer-cache.ts';
import { firstFinding } from '../../calls/first-finding.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { fieldsOf } from '../../common/json.ts';
import { spread } from '../../common/spread.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Exchange, Invocation } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';

/** Bodies that are sent to operations beside the first. */
const fewTexts = 2;

/** A body that is not JSON is refused, since lenient parsers disagree about its meaning. */
const notJson: ProtocolCheck = {
  id: 'http.not-json',
  async check(run) {
    const cache = answerCacheOf(run);
    let judged = 0;
    const counted = new Set(run.contract.limits.flatMap(({ operations }) => operations));
    const chosen = run.contract.operations.filter(
      (operation) => isValidatedFirst(operation) && !counted.has(operation.id),
    );
    const finding = await firstFinding(chosen, async (operation): Promise<Outcome | undefined> => {
      const texts = almostJson(operation, cache);
      // One parser reads the bodies of all operations, as a rule.
      const few = operation === chosen[0] ? texts : spread(texts, fewTexts);
      for (const text of spread(few, run.samples)) {
        const invocation: Invocation = { ...sampleOf(operation), raw: { text, contentType: 'application/json' } };
        const exchange = await whereItCan(() => run.send(invocation));
        const status = exchange?.received.status;
        // An operation that this target does not serve cannot show how it parses bodies.
        if (!exchange || status === undefined || status === 401 || status === 404 || status >= 500) break;
        judged += 1;
        if (status === 400) continue;
        return {
          verdict: 'fail',
          detail: `${operation.id} accepted a body that is not JSON: ${text.slice(0, 80)}`,
          expected: 400,
          actual: status,
          exchange,
        };
      }
      return undefined;
    });
    if (finding) return finding;
    if (judged === 0) throw new NotTestable('open', 'No operation validates its body before it returns a challenge.');
    return { verdict: 'pass', detail: `Bodies sent: ${judged}.` };
  },
};

function isValidatedFirst({ auth, body, closed }: Operation): boolean {
  if (!body || closed !== undefined || body.contentType !== 'application/json') return false;
  return body.validates === 'before-challenge' || auth === 'none';
}

function isAllOptional({ body }: Operation, { material }: AnswerCache): boolean {
  return body !== undefined && material.validator.valid(body.schema, {});
}

/** The example in forms that only lenient parsers accept. */
function almostJson(operation: Operation, cache: AnswerCache): readonly string[] {
  const text = JSON.stringify(fieldsOf(operation.example.body));
  if (text === '{}') return [];
  return [
    text.replace(/}$/, ',}'),
    `${text} x`,
    `${text}\n${text}`,
    `/* a comment */ ${text}`,
    text.replaceAll(/"(\w+)":/g, "'$1':"),
    text.replaceAll(/"(\w+)":/g, '$1:'),
    text.slice(0, -1),
    // Where every field is optional, no body may mean a body without fields.
    ...(isAllOptional(operation, cache) ? [] : ['']),
  ];
}

/** The OpenAPI document of the host is valid. */
const openapiValid: ProtocolCheck = {
  id: 'openapi.valid',
  async check(run) {
    const exchange = await requestOpenapi(run);
    const { status, json } = exchange.received;
    if (status === 402) throw new NotTestable('open', 'The OpenAPI document is not served without payment.');

    const version = fieldsOf(json).openapi;
    if (status !== 200 || !String(version).startsWith('3.1.')) {
      return {
        verdict: 'fail',
        detail: 'The response is no OpenAPI 3.1 document.',
        expected: '3.1',
        actual: version ?? status,
        at: '/openapi',
        exchange,
      };
    }
    const mistake = await mistakeIn(json);
    if (mistake === undefined) return { verdict: 'pass' };
    return { verdict: 'fail', detail: `The OpenAPI document is not valid: ${mistake}`, actual: mistake, exchange };
  },
};

/** The OpenAPI document states a dynamic price in USD and the protocol x402 at each paid operation that it lists. */
const openapiPrices: ProtocolCheck = {
  id: 'openapi.prices',
  async check(run) {
    const exchange = await requestOpenapi(run);
    const paths = fieldsOf(fieldsOf(exchange.received.json).paths);
    const paid = run.contract.operations.filter(({ auth, closed }) => auth === 'payment' && !closed);
    const listed = paid.flatMap(({ id, method, path }) => {
      const entry = fieldsOf(paths[path])[method.toLowerCase()];
      // The name of the security scheme is no protocol of a price.
      const { security: _, ...described } = fieldsOf(entry);
      return entry === undefined ? [] : [{ id, text: JSON.stringify(described).toLowerCase() }];
    });
    if (listed.length === 0) throw new NotTestable('unserved', 'The OpenAPI document lists no paid operation.');
    for (const { id, text } of listed) {
      const lacking = ['dynamic', 'usd', 'x402'].find((word) => !new RegExp(`\\b${word}\\b`).test(text));
      if (lacking === undefined) continue;
      const detail = `The OpenAPI document does not say "${lacking}" at ${id}.`;
      return { verdict: 'fail', detail, expected: lacking, actual: text.slice(0, 300), exchange };
    }
    return { verdict: 'pass', operations: listed.map(({ id }) => id) };
  },
};

/** Requests the OpenAPI document of the host. */
async function requestOpenapi(run: Run): Promise<Exchange> {
  const operation = run.contract.operations.find((each) => servesOpenapi(run, each));
  if (!operation) throw new NotTestable('open', 'This host has no operation that serves its OpenAPI document.');
  return run.send(sampleOf(operation));
}

/** True for an operation whose response must have the field `openapi`. */
function servesOpenapi({ contract }: Run, { responses }: Operation): boolean {
  return responses.some(({ schema }) => {
    const name = String(schema?.$ref ?? '').replace('#/schemas/', '');
    const { required, properties } = contract.schemas[name] ?? schema ?? {};
    return 'openapi' in fieldsOf(properties) || (Array.isArray(required) && required.includes('openapi'));
  });
}

/** The first mistake of an OpenAPI document; external references are not fetched. */
async function mistakeIn(document: unknown): Promise<string | undefined> {
  try {
    const parser = new SwaggerParser();
    // The parser validates any value; its type is that of the result.
    const copy = structuredClone(document) as Parameters<typeof parser.validate>[0];
    await parser.validate(copy, { resolve: { external: false } });
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? error.message) : String(error);
  }
}

/** The checks of JSON that a host takes, and of the OpenAPI document that it serves. */
export const documentChecks: readonly ProtocolCheck[] = [notJson, openapiValid, openapiPrices];
