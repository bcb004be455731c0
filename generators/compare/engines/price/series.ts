import type { Json } from '../../../model/types.ts';
import type { Call, Domain } from '../calls/domain.ts';
import type { Read } from '../calls/reads.ts';
import type { PricedCall } from './prices.ts';

/** Amounts in USD over one input. */
export interface Series {
  readonly input: string;
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
    const values = thinned(input.values.filter((value) => isPoint(value)));
    const line = values.flatMap((value) => {
      const priced = price(domain.vary(call, input, value));
      return priced && isPoint(value)
        ? [{ at: pointOf(value), before: priced.before.valueOf(), after: priced.after.valueOf() }]
        : [];
    });
    const moves = new Set(line.map(({ before, after }) => `${before} ${after}`)).size;
    return line.length > 1 && moves > 1 ? [{ input: nameOf(input), points: line, moves }] : [];
  });
  const [telling] = found.sort((a, b) => b.moves - a.moves);
  return telling && { input: telling.input, points: telling.points };
}

function isPoint(value: Json | undefined): value is number | string | readonly Json[] {
  return typeof value === 'number' || Array.isArray(value) || (typeof value === 'string' && value.length > 0);
}

/** Long texts and lists stand for their length. */
function pointOf(value: number | string | readonly Json[]): number | string {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && !/^(.)\1*$/.test(value) ? value : value.length;
}

function thinned<T>(values: readonly T[]): readonly T[] {
  const step = Math.ceil(values.length / points);
  return values.filter((_, index) => index % step === 0 || index === values.length - 1);
}

/** An input as people read it: `max_results`, `query.days`. */
export function nameOf({ root, path }: Read): string {
  return root === 'request' ? path.join('.') || 'the whole body' : [root, ...path].join('.');
}
