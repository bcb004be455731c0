import { formula, formulas } from '../../cel/formulas.ts';
import type { PriceSource } from '../../language/price.ts';
import { listOf, provenanceOf } from '../provenance.ts';
import type { Located } from '../spec.ts';
import type { Price, PriceExample } from '../types.ts';

/** A price with its formulas read. */
export function viewPrice({ id, value: source }: Located<PriceSource>): Price {
  const { rounding } = source;
  return {
    id,
    kind: source.kind,
    summary: source.summary,
    ...provenanceOf(source),
    ...(source.when && { when: formula(source.when) }),
    inputs: formulas(source.inputs),
    ...(source.bound && { bound: formulas(source.bound) }),
    formula: formula(source.formula),
    breakdown: formulas(source.breakdown),
    ...(source.details && { details: detailsOf(source.details) }),
    rounding: typeof rounding === 'string' ? rounding : rounding.mode,
    roundingStatus: typeof rounding === 'string' ? 'stated' : (rounding.status ?? 'stated'),
    sides: (source.sides ?? []).map((side) => formula(typeof side === 'string' ? side : side.formula)),
    examples: (source.examples ?? []).map(viewExample),
  };
}

function detailsOf(details: NonNullable<PriceSource['details']>): NonNullable<Price['details']> {
  const viewed = Object.entries(details).map(([name, { when, fields }]) => [
    name,
    { ...(when && { when: formula(when) }), fields: formulas(fields) },
  ]);
  return Object.fromEntries(viewed);
}

function viewExample(source: NonNullable<PriceSource['examples']>[number]): PriceExample {
  const { operation, host, query, params, response } = source;
  return {
    ...(operation && { operation }),
    ...(host && { host }),
    request: source.request ?? {},
    ...(query !== undefined && { query }),
    ...(params !== undefined && { params }),
    ...(response !== undefined && { response }),
    usd: source.usd,
    from: listOf(source.from),
  };
}
