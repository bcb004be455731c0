import type Fraction from 'fraction.js';
import { same } from '../../../cel/values.ts';
import { once } from '../../../common/once.ts';
import { referenceOf } from '../../../json-schema/walk.ts';
import type { Service } from '../../../model/types.ts';
import { type ComparedView, ownId } from '../../side.ts';
import { type Call, domainOf, type Held } from '../calls/domain.ts';
import { type CallPair, constantsOf, requestParts } from '../calls/pair.ts';
import { type Read, valueAt } from '../calls/reads.ts';
import { normalForm } from '../formulas/normal-form.ts';
import type { Side } from '../schema/universe.ts';
import { amountOf, type PricedCall, treesOf, type UsedPrice, usedPrice } from './prices.ts';
import { type Series, seriesOf } from './series.ts';
import { type Threshold, thresholdOf } from './threshold.ts';

/** Calls that cost more, or less, than before; the differences are without a sign. */
export interface Shift {
  /** How many of the calls that were tried. */
  readonly count: number;
  readonly least: Fraction;
  readonly median: Fraction;
  readonly most: Fraction;
  /** The call with the largest difference. */
  readonly worst: PricedCall;
  /** The one with the largest difference of which both releases are certain that they accept it; else the worst. */
  readonly proof: PricedCall;
}

/** The cost of calls of one operation in two releases. */
export interface PriceComparison {
  /** How the answer is known: `algebra`, `every input` or `1500 sampled inputs`. */
  readonly by: string;
  /** Calls that both releases accept and price. */
  readonly tried: number;
  readonly dearer?: Shift;
  readonly cheaper?: Shift;
  /** The input above whose value, and nowhere else, the prices differ. */
  readonly threshold?: Threshold;
  /** The cost of the worst call while its most telling input varies. */
  readonly series?: Series;
}

/** Calls that are tried at most for one operation. */
const most = 1500;

/** Calls whose prices are compared where they are not all that there are. */
const mostSampled = 500;

/** Compares what calls of an operation cost in two releases; `held` limits the calls that are compared. */
export function comparePrices(pair: CallPair, held?: Held): PriceComparison {
  const known = remembered(pair.view('old').service);
  const key = JSON.stringify([held === undefined, signatureOf(pair, 'old'), signatureOf(pair, 'new')]);
  const found = held === undefined ? known.get(key) : undefined;
  const compared = found ?? compareCalls(pair, held);
  if (held === undefined) known.set(key, compared);
  return compared;
}

/** Comparisons of one pair of releases: an operation that two hosts serve alike is compared once. */
const remembered = once((_service: Service) => new Map<string, PriceComparison>());

const catalogTexts = once((view: ComparedView): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(view.catalogs).map(([id, { entries }]) => [id, JSON.stringify(entries.map(({ values }) => values))]),
  ),
);

/** Everything that decides what calls of an operation cost. */
function signatureOf(pair: CallPair, side: Side): unknown {
  const [used, operation, view] = [usedPrice(pair, side), pair.operation(side), pair.view(side)];
  if (!used) return undefined;
  const texts = [used.price.formula, ...Object.values(used.inputs)].map(({ text }) => text);
  const { conditions, body, query, params, responses } = operation;
  const named = [texts, conditions].map((each) => JSON.stringify(each)).join();
  const catalogs = Object.entries(catalogTexts(view)).filter(([id]) => named.includes(id));
  const target = body && view.schemas[referenceOf(body.schema) ?? ''];
  const schemas = [body, target, query, params, responses.map(({ schema }) => schema)];
  const host = named.includes('host') && ownId(view);
  const parts = requestParts.map((part) => pair.part(side, part));
  return [operation.id, texts, used.price.rounding, view.service.constants, named, catalogs, schemas, parts, host];
}

function compareCalls(pair: CallPair, held: Held | undefined): PriceComparison {
  const [old, now] = [usedPrice(pair, 'old'), usedPrice(pair, 'new')];
  if (old && now && sameByAlgebra(pair, old, now)) return { by: 'algebra', tried: 0 };
  const domain = domainOf(pair, [...(old ? treesOf(old) : []), ...(now ? treesOf(now) : [])], most, held);
  const accepted = domain.calls.filter(
    (call) =>
      pair.accepts('old', call.request) && pair.accepts('new', call.request) && readAlike(pair, domain.inputs, call),
  );
  const [alone, others] = [true, false].map((isAlone) => accepted.filter((call) => domain.alone.has(call) === isAlone));
  const chosen = domain.complete ? accepted : [...(alone ?? []), ...spread(others ?? [], mostSampled)];
  const priced = chosen.flatMap((call) => pricedCall(pair, old, now, call) ?? []);
  const by = domain.complete ? 'every input' : `${priced.length} sampled inputs`;
  const dearer = shiftOf(
    pair,
    priced.filter(({ difference }) => difference.compare(0) > 0),
  );
  const cheaper = shiftOf(
    pair,
    priced.filter(({ difference }) => difference.compare(0) < 0),
  );
  const worst = (dearer ?? cheaper)?.worst;
  const price = (call: Call) => pricedCall(pair, old, now, call);
  const series = worst && seriesOf(domain, worst.call, price);
  const threshold =
    worst && thresholdOf(pair, domain.inputs, priced, (input, value) => price(domain.vary(worst.call, input, value)));
  return {
    by,
    tried: priced.length,
    ...(dearer && { dearer }),
    ...(cheaper && { cheaper }),
    ...(threshold && { threshold }),
    ...(series && { series }),
  };
}

/** So many of the items, at even distances, with the first and the last. */
function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  const step = (items.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, index) => items[Math.round(index * step)]).filter(
    (item) => item !== undefined,
  );
}

function sameByAlgebra(pair: CallPair, old: UsedPrice, now: UsedPrice): boolean {
  if (old.price.rounding !== now.price.rounding) return false;
  const form = (side: Side, { price, inputs }: UsedPrice) => {
    const marks = (id: string) => (pair.isCatalogChanged(id) ? ` of the ${side} release` : '');
    return normalForm(price.formula.tree, { inputs, constants: constantsOf(pair.view(side)), catalog: marks });
  };
  return form('old', old) === form('new', now);
}

/** Tells whether both releases read the same inputs from a call: what another default does is said of the default. */
function readAlike(pair: CallPair, inputs: readonly Read[], { request }: Call): boolean {
  const [old, now] = (['old', 'new'] as const).map((side) => pair.environment(side, request).variables);
  return inputs.every(({ root, path }) => same(valueAt(old?.[root], path), valueAt(now?.[root], path)));
}

/** A call with both of its prices; `undefined` where a release refuses it or does not say what it costs. */
function pricedCall(
  pair: CallPair,
  old: UsedPrice | undefined,
  now: UsedPrice | undefined,
  call: Call,
): PricedCall | undefined {
  if (!pair.accepts('old', call.request) || !pair.accepts('new', call.request)) return undefined;
  const [before, after] = [amountOf(pair, 'old', old, call), amountOf(pair, 'new', now, call)];
  return before && after && { call, before, after, difference: after.sub(before) };
}

function shiftOf(pair: CallPair, priced: readonly PricedCall[]): Shift | undefined {
  const sorted = [...priced].sort((a, b) => a.difference.abs().compare(b.difference.abs()));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return undefined;
  // Of calls that differ as much the first one tried is the simplest.
  const worst = priced.find(({ difference }) => difference.equals(last.difference)) ?? last;
  const middle = sorted[Math.floor(sorted.length / 2)] ?? first;
  const [least, median, largest] = [first, middle, last].map(({ difference }) => difference.abs());
  const isProof = ({ call }: PricedCall) => pair.isCertain(call.request);
  const proof = isProof(worst) ? worst : (sorted.findLast(isProof) ?? worst);
  return least && median && largest && { count: priced.length, least, median, most: largest, worst, proof };
}
