import { responseFieldsOf } from '../../arbitraries/metered-calls.ts';
import type { Run } from '../../check/run.ts';
import type { Operation } from '../../contract/contract.ts';
import { NotTestable } from '../../http/interruption.ts';
import { writtenOut } from '../../oracle/reads.ts';
import { catalogRead } from '../../rates/read-catalog.ts';

/** An operation, and the catalog of the models that it is charged by. */
export interface MeteredByModel {
  readonly operation: Operation;
  readonly catalog: string;
}

/** The operations whose charge depends on their model and the usage that their response reports; throws `NotTestable` where there is none. */
export function meteredByModels(run: Run): readonly [MeteredByModel, ...MeteredByModel[]] {
  const [first, ...others] = run.contract.operations.flatMap((operation) => {
    const { price: use, closed } = operation;
    if (!use || closed || run.evaluator.price(use).kind !== 'metered') return [];
    const tree = writtenOut(run.evaluator.price(use), use);
    const read = catalogRead(tree);
    return read && responseFieldsOf(tree).includes('usage') ? [{ operation, catalog: read.catalog }] : [];
  });
  if (!first) throw new NotTestable('No operation of this host is charged by its usage.');
  return [first, ...others];
}
