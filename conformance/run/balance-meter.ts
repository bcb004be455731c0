/** Measures the spend of an API key by the balance that the target reports. */

import Fraction from 'fraction.js';
import { figuresOf } from '../oracle/figures.ts';

/** Micro-USDC by a balance: spent, and set aside for calls that have not ended. */
export interface BalanceReading {
  readonly spent: bigint;
  readonly open: bigint;
}

type Figures = ReadonlyMap<string, Fraction>;

/** Units that a balance may use, per USD. */
const units = [1, 100, 1_000, 1_000_000];

/**
 * Reads what was spent off the responses of a balance, one after another.
 *
 * The names of its figures are not given: one falls by as much as others rise, of which those that fall again are open
 * reservations. Every unit is compared with `estimate`, USD by the contract. The result is `undefined` until figures show it.
 */
export function createBalanceMeter(): (balance: unknown, estimate: Fraction) => BalanceReading | undefined {
  let first: Figures | undefined;
  let latest: Figures = new Map();
  let before = 0n;
  let measured: BalanceReading | undefined;
  const fallen = new Set<string>();

  return (balance, estimate) => {
    const figures: Figures = new Map(figuresOf(balance));
    for (const [path, figure] of figures) if (figure.lt(latest.get(path) ?? figure)) fallen.add(path);
    latest = figures;
    first ??= figures;
    const change = (path: string) => (figures.get(path) ?? new Fraction(0)).sub(first?.get(path) ?? 0);
    const paths = [...figures.keys()];
    const risen = paths.filter((path) => change(path).gt(0));
    const all = risen.map(change).reduce((sum, each) => sum.add(each), new Fraction(0));
    const available = paths.find((path) => change(path).lt(0) && sums(risen.map(change), change(path).neg(), all));
    if (available === undefined) {
      const reset = measured !== undefined && risen.length === 0 && paths.every((path) => change(path).equals(0));
      if (reset && measured) {
        // A reset gave the key its first balance back.
        before = measured.spent;
        measured = { spent: before, open: 0n };
      }
      return measured;
    }
    const amount = change(available).neg();
    const unit = nearest(amount, estimate);
    const open = risen.filter((path) => fallen.has(path)).reduce((sum, path) => sum.add(change(path)), new Fraction(0));
    const micro = (figure: Fraction) => BigInt(figure.div(unit).mul(1_000_000).ceil().toString());
    measured = { spent: before + micro(amount.sub(open)), open: micro(open) };
    return measured;
  };
}

/** True where one of the amounts, or all together, are a sum. */
function sums(amounts: readonly Fraction[], sum: Fraction, all: Fraction): boolean {
  return all.equals(sum) || amounts.some((amount) => amount.equals(sum));
}

function nearest(amount: Fraction, estimate: Fraction): number {
  if (estimate.lte(0)) return 1;
  const off = (unit: number) => Math.abs(Math.log(amount.div(unit).div(estimate).valueOf()));
  return units.reduce((best, next) => (off(next) < off(best) ? next : best));
}
