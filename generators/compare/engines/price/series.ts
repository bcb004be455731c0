import type { Json } from '../../../model/types.ts';
import type { Call, Domain } from '../calls/domain.ts';
import type { Read } from '../calls/reads.ts';
import type { PricedCall } from './prices.ts';

/** Amounts in USD over one input. */
export interface Series {
  readonly input: string;
  readonly unit?: 'characters' | 'items';
  /** True where a price stays the same between some of the points. */
  readonly steps?: true;
  readonly points: readonly { readonly at: number | string; readonly before: number; readonly after: number }[];
}

/** Points that are drawn at most. */
const points = 40;

/** The prices of a call over the input that changes their difference most. */
export function seriesOf(
  domain: Domain,
  call: Call,
  price: (call: Call) => PricedCall | undefined,
): Series | undefined {
  const found = domain.inputs.flatMap((input) => {
    // A word of a list is chosen by what it says, another text counts by its length.
    const pointOf = (value: Point['at'] | readonly Json[]) =>
      typeof value === 'number' || (typeof value === 'string' && input.complete) ? value : value.length;
    const values = thinned(input.values.filter((value) => isPoint(value)));
    const at = (value: Json | undefined): Point[] => {
      const priced = price(domain.vary(call, input, value));
      return priced && isPoint(value)
        ? [{ at: pointOf(value), before: priced.before.valueOf(), after: priced.after.valueOf() }]
        : [];
    };
    const line = values.flatMap(at);
    const moves = new Set(line.map(amounts)).size;
    if (line.length < 2 || moves < 2) return [];
    const unit = unitOf(values, line);
    return [{ input: nameOf(input), ...(unit && { unit }), ...withSteps(line, at), moves }];
  });
  const [telling] = found.sort((a, b) => b.moves - a.moves);
  if (!telling) return undefined;
  const { moves: _, ...series } = telling;
  return series;
}

type Point = Series['points'][number];

function amounts({ before, after }: Point): string {
  return `${before} ${after}`;
}

/** The unit of points that stand for lengths. */
function unitOf(values: readonly Json[], line: readonly Point[]): Series['unit'] {
  if (values.every((value) => Array.isArray(value))) return 'items';
  const isLength = values.every((value) => typeof value === 'string') && line.every(({ at }) => typeof at === 'number');
  return isLength ? 'characters' : undefined;
}

/** A line over whole numbers, with the points at which a price jumps that is the same before and after. */
function withSteps(line: readonly Point[], at: (value: number) => readonly Point[]): Pick<Series, 'points' | 'steps'> {
  const jumps = line.flatMap((point, index) => {
    const next = line[index + 1];
    if (!next || !isWhole(point.at) || !isWhole(next.at) || next.at - point.at < 2) return [];
    if (amounts(point) === amounts(next)) return [];
    const [beside] = at(point.at + 1);
    if (!beside || amounts(beside) !== amounts(point)) return [];
    let [low, high] = [beside, next];
    while (isWhole(low.at) && isWhole(high.at) && high.at - low.at > 1) {
      const [middle] = at(Math.floor((low.at + high.at) / 2));
      if (!middle) break;
      [low, high] = amounts(middle) === amounts(point) ? [middle, high] : [low, middle];
    }
    return [low, high];
  });
  if (jumps.length === 0) return { points: line };
  const all = new Map([...line, ...jumps].map((point) => [point.at, point]));
  return { points: [...all.values()].sort((a, b) => Number(a.at) - Number(b.at)), steps: true };
}

function isWhole(value: number | string): value is number {
  return Number.isInteger(value);
}

function isPoint(value: Json | undefined): value is number | string | readonly Json[] {
  return typeof value === 'number' || Array.isArray(value) || (typeof value === 'string' && value.length > 0);
}

function thinned<T>(values: readonly T[]): readonly T[] {
  const step = Math.ceil(values.length / points);
  return values.filter((_, index) => index % step === 0 || index === values.length - 1);
}

/** An input as people read it: `max_results`, `query.days`. */
export function nameOf({ root, path }: Read): string {
  return root === 'request' ? path.join('.') || 'the whole body' : [root, ...path].join('.');
}
