import { decimalText } from '../../../check/money.ts';
import type { Json } from '../../../model/types.ts';
import type { Field } from '../../entities.ts';
import type { Context, ChangeDetails } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';
import { amountOf, usedPrice } from '../price/prices.ts';
import type { Side } from '../schema/universe.ts';
import { pathTo, placed, without } from './outcomes.ts';

/** A default as sentences show it. */
export function shown({ own }: Field): string {
  return JSON.stringify(own.default);
}

/** The witness of a changed default, and its consequence: a call that costs another amount breaks its caller. */
export function defaultDetails(before: Field, after: Field, context: Context): Partial<ChangeDetails> {
  const consequence = costOfDefault(before, after, context);
  return {
    ...(consequence !== undefined && { consequence, levels: { callers: 'breaking' } }),
    ...defaultProof(before, after, context),
  };
}

/**
 * The effect of another default on the price of a call that leaves the field out, as a clause.
 *
 * Both amounts are those of one release, so that a formula that changes beside the default has no part in it.
 */
function costOfDefault(before: Field, after: Field, context: Context): string | undefined {
  const [one, other] = [before.own.default, after.own.default];
  const now = one === undefined ? undefined : amounts(after, one, 'new', context);
  const then = other === undefined ? undefined : amounts(before, other, 'old', context);
  const [was, is] = now ? [now.written, now.leftOut] : [then?.leftOut, then?.written];
  if (!was || !is || was.equals(is)) return undefined;
  return `such a call costs ${decimalText(is)} instead of ${decimalText(was)} USD`;
}

/** The cost of a call in one release without a field, and with a value of it. */
function amounts(field: Field, value: Json, side: Side, context: Context) {
  const call = without(field, context);
  const used = call && usedPrice(call.pair, side);
  if (!call || !used) return undefined;
  const request = placed(call, side, field, value);
  if (!call.pair.accepts(side, call.request) || !call.pair.accepts(side, request)) return undefined;
  const [leftOut, written] = [call.request, request].map((each) =>
    amountOf(call.pair, side, used, { request: each, response: {} }),
  );
  return { leftOut, written };
}

/** A request that leaves a field out, with what each release says that it means. */
function defaultProof(before: Field, after: Field, context: Context): Pick<ChangeDetails, 'witness'> {
  const call = without(after, context);
  const { host } = context;
  if (!call || !host) return {};
  const [was, is] = [pathTo(before, host.before.schemas), pathTo(after, host.after.schemas)];
  if (!was || was.join() !== is?.join()) return {};
  const { pair, request } = call;
  const found = outcome([], [before.own.default, after.own.default], context, request);
  if (!pair.accepts('old', request) || !pair.accepts('new', request) || !('witness' in found)) return {};
  return found.witness?.claim === 'outcome' ? { witness: { ...found.witness, of: [...was, 'default'] } } : {};
}
