import type { OperationSource } from '../language/operation.ts';
import { selectable, serves } from '../model/hosts.ts';
import { at, type Located } from '../model/spec.ts';
import { authOf, priceSourceOf } from '../model/view/operation.ts';
import type { Check } from './context.ts';

/** Checks that each paid operation has a time of settlement, and that a host which creates jobs serves their polls. */
export const checkPayments: Check = ({ spec, diagnostics }) => {
  const operations = [...spec.all('operation').values()].filter(({ value }) => value.closed === undefined);
  const unsettled = new Set<Located<OperationSource>>();

  for (const host of selectable(spec)) {
    const located = spec.get('host', host.id);
    const served = operations.filter((operation) => serves(operation, host));
    if (!located) continue;
    for (const operation of served) {
      const { value } = operation;
      const isPaid = authOf(value, located.value, host) === 'payment' && value.price !== undefined;
      const price = isPaid ? spec.get('price', priceSourceOf(value.price, host)?.id ?? '') : undefined;
      if (price?.value.kind === 'metered')
        diagnostics.report('price-metered-host', at(operation, ['price']), price.id, host.id);
      if (isPaid && !value.payment) unsettled.add(operation);
      const { id, role } = value.machine ?? {};
      if (role !== 'create' || served.some((each) => isPoll(each, id))) continue;
      // What is never polled is no job.
      const polls = operations.filter((each) => isPoll(each, id)).map((each) => `"${each.id}"`);
      if (polls.length > 0)
        diagnostics.report(
          'host-poll-missing',
          at(located, ['carries', 'operations']),
          host.id,
          operation.id,
          polls.join(' or '),
        );
    }
  }
  for (const operation of unsettled)
    diagnostics.report('operation-settles-missing', at(operation, ['price'], 'key'), operation.id);
};

function isPoll({ value }: Located<OperationSource>, machine: string | undefined): boolean {
  return value.machine?.role === 'poll' && value.machine.id === machine;
}
