/** Charges for models that only a deployment lists, by the rates of their own entries. */

import Fraction from 'fraction.js';
import { failure, type Outcome } from '../check/outcome.ts';
import { fieldsOf } from '../common/json.ts';
import { decimalText } from '../oracle/exact.ts';
import { entriesOf } from '../rates/catalog-bodies.ts';
import { type Columns, columnsOf } from '../rates/entries.ts';
import { amountOf } from '../rates/published.ts';
import type { Charge } from './charge.ts';
import { type ChargedUse, type ChargeReading, hasCached, usageText } from './published-charges.ts';
import type { Equation } from './rates.ts';

/** Models that are called for one list. */
const maxModels = 12;

/** USD by which a charge may be rounded. */
const rounding = new Fraction(2, 1_000_000);

const tokens = new Fraction(1_000_000);

/**
 * The failure of the first charge that is not the reported usage times the rates of its model's entry.
 *
 * Only entries with the figures of another model's entry are compared: a further figure may be a price of its own.
 */
export async function judgeOtherModels(
  { list, reading, observed }: ChargeReading<Charge>,
  chargesFor: (models: readonly string[]) => Promise<readonly Charge[]>,
  equationOf: (charge: ChargedUse) => Equation,
): Promise<Outcome | undefined> {
  const known = observed[0]?.id;
  if (reading.kind !== 'match' || known === undefined) return undefined;
  const ids = new Set([...list.entries.keys(), ...list.others]);
  const columns = new Map(
    [...entriesOf(list.exchange.received.json, ids)].map(([id, entry]) => [id, columnsOf(entry)]),
  );
  const shapes = new Set([...list.columns.values()].map(shapeOf));
  const comparable = list.others.filter((id) => shapes.has(shapeOf(columns.get(id))));
  for (const charge of await chargesFor(comparable.slice(0, maxModels))) {
    const { request, response } = charge.environment;
    if (hasCached(fieldsOf(response).usage)) continue;
    // The formula has no entry of this model, and weighs the usage of each alike.
    const environment = { ...charge.environment, request: { ...fieldsOf(request), model: known } };
    const { weights } = equationOf({ environment, usd: charge.usd });
    const id = String(fieldsOf(request).model);
    const units = [weights[0].mul(tokens), weights[1].mul(tokens)] as const;
    const expected = amountOf(columns, reading.rates, { id, units, charged: charge.usd });
    if (charge.usd.sub(expected).abs().lt(rounding)) continue;
    const where = `${reading.rates.columns.join(' and ')} of ${id} in ${list.exchange.sent.path}`;
    return failure(
      `The charge is not the reported usage times the published rates ${where}, although those of other models are. Usage: ${usageText(charge)}.`,
      `${decimalText(expected)} USD`,
      charge.exchange,
      `${decimalText(charge.usd)} USD`,
    );
  }
  return undefined;
}

/** The paths of an entry's figures. */
function shapeOf(columns: Columns | undefined): string {
  return [...(columns?.keys() ?? [])].sort().join(' ');
}
