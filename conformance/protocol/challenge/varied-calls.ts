import { domainOf, type OperationContext } from '../../arbitraries/domain.ts';
import { readField, rootOf, writeField } from '../../arbitraries/fields.ts';
import type { Invocation } from '../../check/exchange.ts';
import { type FieldPath, readsOf, writtenOut } from '../../oracle/reads.ts';
import { propertiesOf } from '../../oracle/shapes.ts';

/** The example of an operation with each flag set, such as `background`, and with another value of each field that its price reads. */
export function variedCalls(context: OperationContext): readonly Invocation[] {
  const { base } = context.requests;
  const flagged = flagsOf(context).map((name) => writeField(base, [rootOf.body, name], true));
  const priced = fieldsOfPrice(context).flatMap((field) => {
    const others = domainOf(field, base, context).values.filter((value) => value !== readField(base, field));
    const other = others.map((value) => writeField(base, field, value)).find(context.requests.allows);
    return other ? [other] : [];
  });
  return [...flagged, ...priced];
}

function flagsOf({ operation, material }: OperationContext): readonly string[] {
  const shapes = operation.body ? material.validator.shapes(operation.body.schema) : [];
  const flags = shapes.flatMap((shape) =>
    Object.entries(propertiesOf(shape)).filter(([, { type }]) => type === 'boolean'),
  );
  return [...new Set(flags.map(([name]) => name))];
}

function fieldsOfPrice({ operation: { price: use }, evaluator }: OperationContext): readonly FieldPath[] {
  if (!use) return [];
  return readsOf(writtenOut(evaluator.price(use), use)).filter((field) => field.length === 2);
}
