import { decimalText } from '../../../check/money.ts';
import { once } from '../../../common/once.ts';
import type { Price } from '../../../model/types.ts';
import type { PriceShift } from '../../change.ts';
import type { Context, ChangeDetails, KindResult, EquivalentParts } from '../../kind.ts';
import { meansSame } from '../../meaning.ts';
import type { ComparedView } from '../../side.ts';
import type { Witness } from '../../witness.ts';
import { CallPair } from '../calls/pair.ts';
import { comparePrices, type PriceComparison, type Shift } from './compare-prices.ts';
import { type PricedCall, usedPrice } from './prices.ts';

/** How a price moved. */
export type Movement =
  | 'price-fee-raised'
  | 'price-fee-lowered'
  | 'price-raised'
  | 'price-lowered'
  | 'price-raised-for-some'
  | 'price-lowered-for-some'
  | 'price-raised-above'
  | 'price-lowered-above'
  | 'price-shifted-up'
  | 'price-shifted-down'
  | 'price-rounding-raised'
  | 'price-rounding-lowered';

/** A price that moved, and what shows it; or how it is known that it did not. */
export type Moved = { readonly movement: Movement; readonly details: ChangeDetails } | Omit<EquivalentParts, 'same'>;

/** The cost of one operation in both releases. */
export interface Compared {
  readonly pair: CallPair;
  readonly comparison: PriceComparison;
}

/** Parts of a price that decide its amount, or only restate it. */
export const amountParts = ['formula', 'inputs', 'breakdown', 'examples', 'rounding', 'constants'];

/** Parts that decide the amount of a price, apart from its rounding. */
const formulas = ({ formula, inputs }: Price) => ({ formula, inputs });

/** Prices of one host that were compared before, since each kind of movement asks for them. */
const remembered = once((_before: ComparedView) =>
  once((_after: ComparedView) => new Map<string, Moved | undefined>()),
);

/** How a price moved, over all operations of a host that have it. */
export function moved(before: Price, after: Price, context: Context): Moved | undefined {
  const { host } = context;
  if (!host) return undefined;
  const known = remembered(host.before)(host.after);
  const key = `${before.id} ${after.id}`;
  if (!known.has(key)) {
    const pairs = operationsWith(before.id, after.id, host);
    const compared = pairs.map((pair) => ({ pair, comparison: comparePrices(pair) }));
    known.set(key, movement(compared, `\`${after.id}\``));
  }
  return known.get(key);
}

/** Operations that have a price in both releases of a host. */
function operationsWith(before: string, after: string, host: NonNullable<Context['host']>): CallPair[] {
  const newer = new Map(host.after.operations.map((operation) => [operation.id, operation]));
  return host.before.operations.flatMap((operation) => {
    const other = newer.get(operation.id);
    const same = operation.price?.id === before && other?.price?.id === after;
    return same ? [new CallPair(host, { before: operation, after: other })] : [];
  });
}

/** How the prices of several operations moved, by the one that moved most. */
export function movement(compared: readonly Compared[], name: string): Moved | undefined {
  const [first] = compared;
  if (!first) return undefined;
  const moving = compared.filter(({ comparison: { dearer, cheaper } }) => dearer ?? cheaper);
  if (moving.length === 0) return { by: first.comparison.by };
  const most = (direction: 'dearer' | 'cheaper') =>
    moving
      .flatMap((each) => (each.comparison[direction] ? [{ ...each, shift: each.comparison[direction] }] : []))
      .sort((a, b) => b.shift.most.compare(a.shift.most))[0];
  const [dearer, cheaper] = [most('dearer'), most('cheaper')];
  const up = dearer && (!cheaper || dearer.shift.most.compare(cheaper.shift.most) >= 0);
  const main = up ? dearer : cheaper;
  if (!main) return undefined;
  const both = up ? 'price-shifted-up' : 'price-shifted-down';
  const kind = dearer && cheaper ? both : movementOf(main, dearer ? 'raised' : 'lowered');
  const sentence = [dearer && sentenceOf(dearer, 'more'), cheaper && sentenceOf(cheaper, 'less')]
    .filter(Boolean)
    .join('; ');
  const operations = moving.map(({ pair }) => pair.operation('old').id);
  return {
    movement: kind,
    details: {
      sentence: `${name} costs ${sentence} (${main.comparison.by})`,
      operations,
      shift: priceShift(main, up ? 'more' : 'less', constantsBehind(moving)),
      ...shown(main),
    },
  };
}

function priceShift(
  { pair, shift }: Compared & { readonly shift: Shift },
  way: 'more' | 'less',
  constants: readonly string[],
): PriceShift {
  const { call, before, after } = shift.worst;
  return {
    way,
    least: decimalText(shift.least),
    most: decimalText(shift.most),
    largest: {
      operation: pair.operation('new').id,
      request: call.request,
      before: decimalText(before),
      after: decimalText(after),
    },
    ...(constants.length > 0 && { constants }),
  };
}

/** The constants that differ in formulas which are the same; none where something else differs, too. */
function constantsBehind(moving: readonly Compared[]): string[] {
  const found = moving.map(({ pair }) => {
    const [old, now] = [usedPrice(pair, 'old'), usedPrice(pair, 'new')];
    if (!old || !now || !meansSame(formulas(old.price), formulas(now.price))) return undefined;
    if (!meansSame(old.inputs, now.inputs) || old.price.rounding !== now.price.rounding) return undefined;
    const [was, is] = [pair.view('old').service.constants, pair.view('new').service.constants];
    const text = JSON.stringify([old.price.formula, old.inputs]);
    return Object.keys(is).filter((name) => was[name] !== is[name] && new RegExp(`\\b${name}\\b`).test(text));
  });
  return found.includes(undefined) ? [] : [...new Set(found.flatMap((names) => names ?? []))];
}

function movementOf(
  { comparison, shift, pair }: Compared & { readonly shift: Shift },
  way: 'raised' | 'lowered',
): Movement {
  if (onlyRounded(pair)) return `price-rounding-${way}`;
  if (shift.count === comparison.tried) {
    return shift.least.equals(shift.most) && comparison.tried > 1 ? `price-fee-${way}` : `price-${way}`;
  }
  return comparison.threshold === undefined ? `price-${way}-for-some` : `price-${way}-above`;
}

/** Tells whether nothing but the rounding of a price differs. */
function onlyRounded(pair: CallPair): boolean {
  const [old, now] = [usedPrice(pair, 'old')?.price, usedPrice(pair, 'new')?.price];
  return !!old && !!now && old.rounding !== now.rounding && meansSame(formulas(old), formulas(now));
}

function sentenceOf({ comparison, shift, pair }: Compared & { readonly shift: Shift }, word: 'more' | 'less'): string {
  const { threshold, tried } = comparison;
  const share = Math.max(1, Math.round((100 * shift.count) / tried));
  const where = threshold ? ` where \`${threshold.input}\` is above ${threshold.above}` : '';
  const whom =
    shift.count === tried ? 'for every call' : `${where.trim() || 'for some calls'}, ${share} % of those tried`;
  const [least, median, most] = [shift.least, shift.median, shift.most].map(decimalText);
  const range = least === most ? `${least} USD` : `${least} to ${most} USD (median ${median})`;
  const { before, after } = shift.worst;
  const largest = `\`${pair.operation('new').id}\` from ${decimalText(before)} to ${decimalText(after)} USD${inputOf(shift.worst)}`;
  return `${range} ${word} ${whom}; ${least === most ? 'for example' : 'the largest'}: ${largest}`;
}

/** The request of a call, as the end of a sentence. */
function inputOf({ call: { request } }: PricedCall): string {
  const input = JSON.stringify(request.body ?? request.query ?? request.params ?? {});
  if (input === '{}') return '';
  return ` for ${input.length > 60 ? `${input.slice(0, 57)}…` : input}`;
}

/** The witness and the drawing of a price that moved. */
function shown({
  pair,
  comparison,
  shift,
}: Compared & { readonly shift: Shift }): Pick<ChangeDetails, 'witness' | 'figure'> {
  const { series, threshold } = comparison;
  return {
    witness: priceWitness(pair, shift.proof),
    ...(series && {
      figure: {
        kind: 'price',
        ...series,
        ...(threshold?.input === series.input && { threshold: threshold.above }),
      },
    }),
  };
}

/** The proof that a call has two prices. */
function priceWitness(pair: CallPair, { call, before, after }: PricedCall): Witness {
  const empty = Object.keys(Object(call.response)).length === 0;
  return {
    claim: 'price',
    host: pair.host,
    operation: pair.operation('old').id,
    request: call.request,
    ...(!empty && { response: call.response }),
    before: decimalText(before),
    after: decimalText(after),
  };
}

/** The result for a kind of movement: a change, or that the price is the same. */
export function* reported(
  movement: Movement,
  found: Moved | undefined,
  same: readonly string[],
): Generator<KindResult> {
  if (!found) return;
  if (!('movement' in found)) yield { same, by: found.by };
  else if (found.movement === movement) yield found.details;
}
