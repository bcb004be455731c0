import Fraction from 'fraction.js';
import { equationsOf } from '../account/metered.ts';
import { readPublished } from '../account/published-charges.ts';
import { rateColumns } from '../account/rates.ts';
import { responseFieldsOf } from '../arbitraries/metered-calls.ts';
import { freeRead } from '../calls/free-read.ts';
import type { Run } from '../check/run.ts';
import type { Operation, PriceUse } from '../contract/contract.ts';
import { NotTestable } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { decimalText } from '../oracle/exact.ts';
import { writtenOut } from '../oracle/reads.ts';
import { amountOf } from '../rates/published.ts';
import { type PastCharge, pastCharge } from '../record/past-charges.ts';
import { recordReads } from '../record/reads.ts';
import { rowsIn } from '../record/table.ts';
import type { Difference, Part } from './moved.ts';

/** Compares past charges in the usage record of the target's API key with its published rates. */
export async function driftOfCharges(run: Run): Promise<Part> {
  if (run.contract.host.auth !== 'bearer') return { moved: [], compared: 0, unseen: [] };
  const list = listOf(run);
  const nothing = (reason: string): Part => ({ moved: [], compared: 0, unseen: [`Past charges: ${reason}`] });
  if (!list) return nothing('the host has no usage record.');
  if (run.target.apiKey === undefined) return nothing('set API_KEY to the key whose usage is to be read.');
  const exchange = await freeRead(run, sampleOf(list));
  if (exchange?.received.status !== 200) return nothing(`HTTP ${exchange?.received.status ?? 'error'} for the usage.`);
  const charges = rowsIn(exchange.received.json).flatMap((row) => pastCharge(row) ?? []);
  if (charges.length === 0) return nothing('the usage shows none.');
  const request = `${list.method} ${list.path}`;
  const { moved, compared } = await driftOfRates(run, charges);
  if (compared === 0) return nothing('no published rates explain any.');
  return { moved: moved.map((each) => ({ ...each, request })), compared, unseen: [] };
}

function listOf(run: Run): Operation | undefined {
  try {
    return recordReads(run).list;
  } catch (error) {
    if (error instanceof NotTestable) return undefined;
    throw error;
  }
}

/** Compares charges for tokens with the published rates times the recorded usage, by model. */
async function driftOfRates(run: Run, charges: readonly PastCharge[]): Promise<Omit<Part, 'unseen'>> {
  const use = usageMetered(run);
  if (!use) return { moved: [], compared: 0 };
  const price = run.evaluator.price(use);
  const readings = await readPublished(
    run,
    use,
    charges,
    equationsOf(run.contract, use, rateColumns(run.contract, writtenOut(price, use))),
  );
  const moved = readings.flatMap(({ list, reading, observed }): Difference[] => {
    if (reading.kind !== 'mismatch') return [];
    const due = (one: (typeof observed)[number]) => amountOf(list.columns, reading.rates, one);
    const wrong = observed.filter((one) => list.columns.has(one.id) && !isNear(one.charged, due(one)));
    return [...Map.groupBy(wrong, ({ id }) => id)].map(([model, of]) => ({
      kind: 'price',
      id: `charge.${model}`,
      text:
        `${of.length} of ${observed.filter(({ id }) => id === model).length} past charges of ${model} are not the ` +
        `recorded usage times the rates of ${list.exchange.sent.path} (${reading.how}).`,
      before: amounts(of.map(due)),
      after: amounts(of.map(({ charged }) => charged)),
      statements: price.from,
    }));
  });
  const compared = Math.max(
    ...readings.map(({ reading, observed }) => (reading.kind === 'unknown' ? 0 : observed.length)),
    0,
  );
  return { moved: [...new Map(moved.map((each) => [each.id, each])).values()], compared };
}

/** The metered price whose formula reads the usage that responses report. */
function usageMetered({ contract, evaluator }: Run): PriceUse | undefined {
  return contract.operations
    .flatMap(({ price: use }) => (use ? [use] : []))
    .find((use) => {
      const price = evaluator.price(use);
      return price.kind === 'metered' && responseFieldsOf(writtenOut(price, use)).includes('usage');
    });
}

/** True for amounts that differ by rounding to micro-USD at most. */
function isNear(charged: Fraction, due: Fraction): boolean {
  return charged.sub(due).abs().lte(new Fraction(1, 500_000));
}

/** At most three different amounts in USD. */
function amounts(usd: readonly Fraction[]): string {
  return `${[...new Set(usd.map((each) => decimalText(each.round(9))))].slice(0, 3).join(', ')} USD`;
}
