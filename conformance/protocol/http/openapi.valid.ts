import SwaggerParser from '@apidevtools/swagger-parser';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Run } from '../../check/run.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Operation } from '../../contract/contract.ts';
import { NotTestable } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';

/** The OpenAPI document of the host is valid. */
export const openapiValid: ProtocolCheck = {
  id: 'openapi.valid',
  async check(run) {
    const operation = run.contract.operations.find((each) => servesOpenapi(run, each));
    if (!operation) throw new NotTestable('This host has no operation that serves its OpenAPI document.');
    const exchange = await run.send(sampleOf(operation));
    const { status, json } = exchange.received;
    if (status === 402) throw new NotTestable('The OpenAPI document is not served without payment.');

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
