import type { Run } from '../../check/run.ts';
import type { Operation, PriceUse } from '../../contract/contract.ts';
import { NotTestable } from '../../http/interruption.ts';

/** The operations whose prices encode a statement that a rule rests on; throws `NotTestable` where this host has none. */
export function operationsEncoding(
  run: Run,
  rule: string,
): readonly { readonly operation: Operation; readonly use: PriceUse }[] {
  const { rules, operations } = run.contract;
  const statements = rules.find(({ id }) => id === rule)?.from ?? [];
  const found = operations.flatMap((operation) => {
    const use = operation.price;
    if (!use || operation.closed || operation.auth !== 'key') return [];
    const encodes = run.evaluator.price(use).from.some((statement) => statements.includes(statement));
    return encodes ? [{ operation, use }] : [];
  });
  if (found.length === 0) throw new NotTestable('No operation of this host is priced so.');
  return found;
}
