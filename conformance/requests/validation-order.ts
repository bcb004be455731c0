/** Whether requests are validated before or after they are paid for, which the documents state of some operations only. */

import { schemaOf, withPart } from '../arbitraries/fields.ts';
import { nearMisses } from '../arbitraries/near-misses.ts';
import type { AnswerCache } from '../calls/answer-cache.ts';
import type { Operation, Rule } from '../contract/contract.ts';
import { propertiesOf } from '../oracle/shapes.ts';

/** True where an invalid request must be rejected before the challenge: by one rule, or by any. */
export function validatesFirst({ body, validates }: Operation, rule?: Rule): boolean {
  const [field = ''] = rule?.schema?.in === 'body' ? rule.schema.path : [];
  return validates === 'before-challenge' || body?.validates === 'before-challenge' || !!body?.first?.includes(field);
}

/** True where the target requires payment before it validates the fields of a request. */
export async function validatesLate(cache: AnswerCache, operation: Operation): Promise<boolean> {
  if (operation.auth !== 'payment' || validatesFirst(operation)) return false;
  const { base } = cache.requests(operation);
  const part = operation.body ? 'body' : 'query';
  const schema = schemaOf(operation, part);
  const [shape = {}] = schema ? cache.material.validator.shapes(schema) : [];
  for (const [name, { enum: members }] of Object.entries(propertiesOf(shape))) {
    const keyword = part === 'body' ? 'type' : 'enum';
    if (!schema || (keyword === 'enum' && !members)) continue;
    const [miss] = nearMisses({ schema, path: [name], keyword }, base[part], cache.material);
    if (!miss) continue;
    const { received } = await cache.send(withPart(base, part, miss.value));
    return received.status === 402;
  }
  return false;
}
