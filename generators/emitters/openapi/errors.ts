import { formatOf } from '../../common/body-format.ts';
import { once } from '../../common/once.ts';
import type { ErrorEntry, HostView, Operation } from '../../model/types.ts';

/**
 * The errors that a call of an operation may get: those it names, those of its limits, those of its kind of payment, and
 * that of a body which cannot be read, although no error is named for it.
 */
export function errorsOf(operation: Operation, view: HostView): readonly ErrorEntry[] {
  // A query that breaks a rule of its schema is refused like a body.
  const wrong = operation.query ? ['invalid-body'] : [];
  const isJson = operation.body && formatOf(operation.body.contentType) === 'json';
  const ownUnreadable = namedBy(operation).some((id) => view.errors[id]?.role === 'invalid-json');
  const unreadable = isJson && !ownUnreadable ? ['invalid-json'] : [];
  const limits = view.limits.filter(({ operations }) => operations.includes(operation.id));
  const ids = [
    ...namedBy(operation),
    ...limits.map(({ error }) => error),
    ...unreadable,
    ...wrong,
    ...pipelineErrors(operation, view),
    ...movedRefusals(operation, view),
  ];
  return [...new Set(ids)].flatMap((id) => view.errors[id] ?? []);
}

/** The errors that a call may get for its kind of payment, although no operation, rule or limit names them. */
export function pipelineErrors({ auth }: Operation, view: HostView): readonly string[] {
  const statuses = auth === 'none' ? [] : auth === 'key' || view.host.keys ? [401, 402] : [402];
  return unnamedErrors(view).flatMap(({ id, http }) => (statuses.includes(http) ? [id] : []));
}

/** The errors of refused payments that have another status than 402. */
function movedRefusals({ auth }: Operation, { host: { payment }, errors }: HostView): readonly string[] {
  if (!payment || (auth !== 'payment' && auth !== 'wallet')) return [];
  return Object.values(payment.transport.refusals).filter((id) => errors[id]?.http !== 402);
}

const unnamedErrors = once(({ operations, limits, errors }: HostView): readonly ErrorEntry[] => {
  const named = new Set([...limits.map(({ error }) => error), ...operations.flatMap(namedBy)]);
  return Object.values(errors).filter(({ id }) => !named.has(id));
});

/** The errors that an operation and its conditions name. */
function namedBy({ errors, conditions }: Operation): readonly string[] {
  return [...errors, ...conditions.flatMap(({ error }) => error ?? [])];
}
