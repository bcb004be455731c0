import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { OperationContext } from '../arbitraries/domain.ts';
import { readField, schemaOf, writeField } from '../arbitraries/fields.ts';
import { valid } from '../arbitraries/valid.ts';
import type { PriceUse } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { readsOf, writtenOut } from '../oracle/reads.ts';
import { propertiesOf } from '../oracle/shapes.ts';

/** Values that each field is tried with. */
const maxValues = 3;

/** Valid calls that differ from the example in one field each, which the formula of their price does not read. */
export function variedCalls(
  use: PriceUse,
  { operation, requests, evaluator, material }: OperationContext,
  seed: number,
): readonly Invocation[] {
  const parts = [
    ['body', 'request'],
    ['query', 'query'],
  ] as const;
  const calls = parts.flatMap(([part, root]) => {
    const schema = schemaOf(operation, part);
    const shapes = schema ? material.validator.shapes(schema) : [];
    return shapes
      .flatMap((shape) => Object.entries(propertiesOf(shape)))
      .flatMap(([name, field]) =>
        fc
          .sample(valid(field, material), { seed, numRuns: maxValues })
          .map((value) => writeField(requests.base, [root, name], value)),
      );
  });
  const read = readsOf(writtenOut(evaluator.price(use), use)).filter((field) => field.length > 1);
  const isPricedAlike = (call: Invocation) =>
    read.every((field) => isDeepStrictEqual(readField(call, field), readField(requests.base, field)));
  return calls.filter((call) => isPricedAlike(call) && requests.allows(call));
}
