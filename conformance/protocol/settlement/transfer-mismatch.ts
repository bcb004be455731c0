import { addressId } from '@tollwright/runtime/x402/address';
import { offerOf } from '../../calls/challenge.ts';
import { routeOf } from '../../calls/control.ts';
import type { Run } from '../../check/run.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Challenge, Mismatch } from '../../http/exchange.ts';
import type { Transfer } from '../../target/control.ts';
import type { Target } from '../../target/target.ts';

/** What a settlement has to match. */
export interface Owed {
  readonly operation: Operation;
  readonly challenge: Challenge;
  readonly payer: string;
}

/** The mismatch between a transfer and its challenge. */
export function transferMismatch(
  run: Run,
  { operation, challenge, payer }: Owed,
  transfer: Transfer,
): Mismatch | undefined {
  const offer = offerOf(run, challenge);
  const expected = { amount: offer.amount, pay_to: offer.payTo, asset: offer.asset, network: offer.network, payer };
  const wrong = Object.entries(expected).find(([name, value]) => !sameText(Reflect.get(transfer, name), value));
  if (!wrong && routesOf(run, operation).some((each) => isRouteOf(each, transfer.route, run.target))) return undefined;
  return {
    detail: `${operation.id}: ${wrong ? wrong[0] : 'route'} of the settlement does not match the challenge.`,
    expected: { ...expected, route: routeOf(operation) },
    actual: transfer,
  };
}

/**
 * The operations in which a call may settle: itself, the poll of the job that it created, or one whose path stands for its
 * path as well, by whatever method, since a deployment may have one route for both.
 */
function routesOf({ contract, target }: Run, operation: Operation): readonly Operation[] {
  const { machine } = operation;
  const path = operation.template.split('/');
  const polls = contract.operations.filter((each) => machine && each.machine?.id === machine.id);
  const siblings = contract.operations.filter(({ template, segments }) =>
    unify(template.split('/'), path, { segments, target }),
  );
  return [operation, ...polls, ...siblings];
}

/** Addresses in hexadecimal are compared without the case of their checksum. */
function sameText(left: unknown, right: unknown): boolean {
  return addressId(String(left)) === addressId(String(right));
}

/**
 * Compares the route of an operation with that of a transfer, segment by segment: a placeholder of either side stands for
 * any segment, and one of the documents for the deployment's own segment.
 */
function isRouteOf({ method, template, segments }: Operation, route: string, target: Target): boolean {
  const [ownMethod = '', path = ''] = route.split(' ');
  return ownMethod === method && unify(template.split('/'), path.split('/'), { segments, target });
}

interface Segments {
  /** Placeholders of the documents that each stand for one fixed segment. */
  readonly segments: Operation['segments'];
  readonly target: Target;
}

function unify(
  [own, ...ownRest]: readonly string[],
  [other, ...otherRest]: readonly string[],
  names: Segments,
): boolean {
  if (own === undefined || other === undefined) return own === other;
  // A placeholder at the end may stand for the rest of a path.
  if (isRest(own, ownRest) || isRest(other, otherRest)) return true;
  const same = isPlaceholder(own) ? standsFor(own, other, names) : isPlaceholder(other) || own === other;
  return same && unify(ownRest, otherRest, names);
}

/** Whether a placeholder of the documents may stand for a segment: the deployment's own one where it is fixed. */
function standsFor(placeholder: string, segment: string, { segments, target }: Segments): boolean {
  const name = placeholder.slice(1, -1);
  return isPlaceholder(segment) || !Object.hasOwn(segments, name) || target.segments[name] === segment;
}

function isPlaceholder(segment: string): boolean {
  return /[{<:]/.test(segment);
}

function isRest(segment: string, rest: readonly string[]): boolean {
  return rest.length === 0 && (isPlaceholder(segment) || segment === '*');
}
