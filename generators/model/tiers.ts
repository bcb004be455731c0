import type { PriceFile, PriceSource, TiersSource } from '../language/price.ts';

/** The input whose formula the tiers of a price become. */
export const tiersInput = 'tiers';

/** A price whose tiers are an input by the name `tiers`: the whole price where it has no formula of its own. */
export function pricedByTiers({ tiers, formula, breakdown, inputs, ...rest }: PriceFile): PriceSource {
  const common = { ...rest, formula: formula ?? tiersInput, breakdown: breakdown ?? { [tiersInput]: tiersInput } };
  return tiers ? { ...common, tiers, inputs: { ...inputs, [tiersInput]: formulaOf(tiers) } } : { ...common, inputs };
}

/** The tiers as CEL. */
function formulaOf({ of, count, steps }: TiersSource): string {
  const quantity = `(${of})`;
  if (count === 'brackets') {
    const parts = steps.map(({ up_to: end, usd }, index) => {
      const start = steps[index - 1]?.up_to ?? 0;
      const within = end === undefined ? quantity : `min(${quantity}, ${end})`;
      return start === 0 ? `${within} * ${usd}` : `max(0, ${within} - ${start}) * ${usd}`;
    });
    return parts.join(' + ');
  }
  const priced = (usd: string) => (count === 'units' ? `${quantity} * ${usd}` : usd);
  return steps.reduceRight(
    (higher, { up_to: end, usd }) =>
      higher === '' || end === undefined ? priced(usd) : `(${quantity} <= ${end} ? ${priced(usd)} : ${higher})`,
    '',
  );
}
