import type { OperationSource } from '../language/operation.ts';
import { type Selectable, selectable, serves } from '../model/hosts.ts';
import { at, type Located } from '../model/spec.ts';
import { authOf, errorsOf, priceSourceOf } from '../model/view/operation.ts';
import { viewTransport } from '../model/view/transport.ts';
import type { Path } from '../reader/node.ts';
import type { Check, CheckContext } from './context.ts';

/** Checks that free operations do not refuse, and that a host which creates jobs serves their polls. */
export const checkPayments: Check = ({ spec, diagnostics }) => {
  const operations = [...spec.all('operation').values()].filter(({ value }) => value.closed === undefined);

  for (const host of selectable(spec)) {
    const located = spec.get('host', host.id);
    const served = operations.filter((operation) => serves(operation, host));
    if (!located) continue;
    const never = located.value.payment ? viewTransport(host, spec).free.never : [];
    for (const operation of served) {
      const { value } = operation;
      const auth = authOf(value, located.value, host);
      const other = auth === 'key' ? 'x402' : auth === 'payment' ? 'bearer' : undefined;
      if (other === located.value.auth)
        diagnostics.report('operation-auth-host', at(operation, ['auth']), host.id, auth, other);
      if (auth === 'none') checkFree({ spec, diagnostics }, operation, host, never);
      const isPaid = auth === 'payment' && value.price !== undefined;
      const price = isPaid ? spec.get('price', priceSourceOf(value.price, host)?.id ?? '') : undefined;
      if (price?.value.kind === 'metered')
        diagnostics.report('price-metered-host', at(operation, ['price']), price.id, host.id);
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
};

/** Reports the responses and errors of a free operation that mean a refusal. */
function checkFree(
  { spec, diagnostics }: Pick<CheckContext, 'spec' | 'diagnostics'>,
  operation: Located<OperationSource>,
  host: Selectable,
  never: readonly number[],
): void {
  const refuses = (http: number | undefined, path: Path, part: 'key' | 'value') => {
    if (http === undefined || !never.includes(http)) return;
    diagnostics.report('operation-free-refuses', at(operation, path, part), operation.id, `${http}`, host.id);
  };
  for (const http of Object.keys(operation.value.responses)) refuses(Number(http), ['responses', http], 'key');
  for (const id of errorsOf(operation.value, host)) refuses(spec.get('error', id)?.value.http, ['errors'], 'key');
}

function isPoll({ value }: Located<OperationSource>, machine: string | undefined): boolean {
  return value.machine?.role === 'poll' && value.machine.id === machine;
}
