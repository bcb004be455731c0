import { kept } from '../../kept.ts';
import { once } from '../../once.ts';
import type { Host, Operation, Provenance, Rule, Status, Tier } from '../types.ts';

/** A rule of one host before it is merged with those of other hosts. */
export type HostRule = Omit<Rule, 'hosts' | 'tier'>;

/** What the rules of an operation are made from: not its path, so that hosts which differ in it share them. */
export type RuledOperation = Pick<
  Operation,
  | 'id'
  | 'from'
  | 'status'
  | 'closed'
  | 'body'
  | 'responses'
  | 'auth'
  | 'price'
  | 'payment'
  | 'machine'
  | 'errors'
  | 'conditions'
  | 'ensures'
  | 'stream'
>;

/** What is asked of the view of an operation. */
interface Parts {
  part<Name extends keyof RuledOperation>(name: Name): Operation[Name];
}

/** The same object for views of an operation that have the same parts; such views share their responses, too. */
export const ruledOf = once(
  (operation: Operation): RuledOperation => ruledBy(operation.responses, { part: (name) => operation[name] }),
);

const ruledBy = kept((responses: Operation['responses'], { part }: Parts): RuledOperation => {
  const [closed, body, price, payment] = [part('closed'), part('body'), part('price'), part('payment')];
  const [machine, stream] = [part('machine'), part('stream')];
  return {
    id: part('id'),
    from: part('from'),
    status: part('status'),
    ...(closed !== undefined && { closed }),
    ...(body && { body }),
    responses,
    auth: part('auth'),
    ...(price && { price }),
    ...(payment && { payment }),
    ...(machine && { machine }),
    errors: part('errors'),
    conditions: part('conditions'),
    ensures: part('ensures'),
    ...(stream && { stream }),
  };
});

/** What a rule's status lets the suite do with it. */
export function tierOf(status: Status): Tier {
  if (status === 'unknown') return 'none';
  return status === 'assumed' ? 'info' : 'must';
}

/** The level at which the responses of an operation can be seen: free where they need no payment. */
export function answerLevel(operation: Pick<Operation, 'auth'>): Rule['level'] {
  return operation.auth === 'none' ? 'free' : 'paid';
}

/**
 * The level at which a refusal of a wrong request can be seen.
 *
 * Free where a payment is asked for: most deployments validate before they ask, and one that does not shows a
 * challenge, which decides nothing.
 */
export function refusalLevel(operation: Pick<Operation, 'auth'>): Rule['level'] {
  return operation.auth === 'payment' ? 'free' : answerLevel(operation);
}

/** True where a host returns a challenge before it serves a request, so that prices can be read for free. */
export function quotesBeforeServing(auth: Host['auth'], operation: Pick<Operation, 'auth'>): boolean {
  return auth === 'x402' && ['payment', 'wallet'].includes(operation.auth);
}

/** Statements and status of an entry. */
export function provenance({ from, status }: Provenance): Provenance {
  return { from, status };
}
