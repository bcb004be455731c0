import { addressId } from '@tollwright/runtime/payment/address';
import type { Run } from '../../check/check.ts';
import type { Challenge } from '../../check/exchange.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Transfer } from '../../target/control.ts';
import { offerOf } from '../challenge/offer.ts';
import { routeOf } from '../failure/failing-upstream.ts';
import type { Mismatch } from '../protocol-check.ts';

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
  if (!wrong && routesOf(run, operation).some((each) => isRouteOf(each, transfer.route))) return undefined;
  return {
    detail: `${operation.id}: ${wrong ? wrong[0] : 'route'} of the settlement does not match the challenge.`,
    expected: { ...expected, route: routeOf(operation) },
    actual: transfer,
  };
}

/** The operations in which a call may settle: itself, or the poll of the job that it created. */
function routesOf({ contract }: Run, operation: Operation): readonly Operation[] {
  const { machine } = operation;
  const polls = contract.operations.filter((each) => machine && each.machine?.id === machine.id);
  return [operation, ...polls];
}

/** Addresses in hexadecimal are compared without the case of their checksum. */
function sameText(left: unknown, right: unknown): boolean {
  return addressId(String(left)) === addressId(String(right));
}

/**
 * Compares routes except for parameters and segments of the deployment.
 *
 * The documents write some paths as one, such as those of the price classes, and a deployment may as well.
 */
function isRouteOf({ method, template }: Operation, route: string): boolean {
  return covers(`${method} ${template}`, route) || covers(route, `${method} ${template}`);
}

function covers(template: string, route: string): boolean {
  const pattern = template.split('/').map((part) => {
    if (/[{<]/.test(part)) return '[^ ]+';
    return part.replaceAll(/[^\w -]/g, '\\$&');
  });
  return new RegExp(`^${pattern.join('/')}$`).test(route);
}
