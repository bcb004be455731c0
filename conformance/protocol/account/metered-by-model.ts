import { responseFieldsOf } from '../../account/metered-calls.ts';
import type { Run } from '../../check/check.ts';
import { NotTestable } from '../../check/interruption.ts';
import type { Operation } from '../../contract/contract.ts';
import { writtenOut } from '../../oracle/reads.ts';
import { catalogRead } from '../../rates/read-catalog.ts';

/** An operation, and the catalog of the models that it is charged by. */
export interface MeteredByModel {
  readonly operation: Operation;
  readonly catalog: string;
}

/** The first operation whose charge depends on its model and the usage that its response reports; throws `NotTestable`. */
export function meteredByModel(run: Run): MeteredByModel {
  for (const operation of run.contract.operations) {
    const { price: use, closed } = operation;
    if (!use || closed || run.evaluator.price(use).kind !== 'metered') continue;
    const tree = writtenOut(run.evaluator.price(use), use);
    const read = catalogRead(tree);
    if (read && responseFieldsOf(tree).includes('usage')) return { operation, catalog: read.catalog };
  }
  throw new NotTestable('No operation of this host is charged by its usage.');
}
