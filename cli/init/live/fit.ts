/** Finds the formula of the price that a seller asks for. */

import Fraction from 'fraction.js';
import type { SellerRoute } from '#conformance/x402/routes.ts';
import type { FittedPrice } from '../openapi/prices.ts';
import { type Input, valueIn, withValues } from './inputs.ts';
import { amountOn, type Line, lineThrough } from './line.ts';

/** A price, and the inputs that it depends on in a way that was not found. */
export interface Fit {
  readonly price: FittedPrice;
  readonly unexplained: readonly string[];
}

/** Micro-USD that a seller asks for; `undefined` where it asks for nothing. */
export type AskAmount = (route: SellerRoute) => Promise<bigint | undefined>;

/** An input with the part of the price that it decides. */
interface Term {
  readonly input: Input;
  readonly line: Line;
}

/** Asks for the price of requests that differ in one input each, and finds the formula for those that are numbers. */
export async function fitPrice(
  route: SellerRoute,
  usual: bigint,
  inputs: readonly Input[],
  ask: AskAmount,
): Promise<Fit> {
  const terms: Term[] = [];
  const unexplained: string[] = [];
  for (const input of inputs) {
    const points = await pointsOf(route, usual, input, ask);
    if (points.every(({ amount }) => amount === usual)) continue;
    const numbers = points.flatMap(({ value, amount }) => (typeof value === 'number' ? [{ value, amount }] : []));
    const isUsable = input.isExact && isName(input.name) && terms.every((term) => term.input.name !== input.name);
    const line = isUsable && numbers.length === points.length ? lineThrough(numbers) : undefined;
    if (line) terms.push({ input, line });
    else unexplained.push(input.name);
  }
  if (await isSum(route, usual, terms, ask)) return { price: priceOf(usual, terms), unexplained };
  return { price: priceOf(usual, []), unexplained: [...unexplained, ...terms.map(({ input }) => input.name)] };
}

async function pointsOf(route: SellerRoute, usual: bigint, input: Input, ask: AskAmount) {
  const points: { readonly value: unknown; readonly amount: bigint }[] = [];
  const present = valueIn(route, input);
  if (typeof present === typeof input.values[0]) points.push({ value: present, amount: usual });
  for (const value of input.values) {
    if (value === present) continue;
    const amount = await ask(withValues(route, [[input, value]]));
    if (amount !== undefined) points.push({ value, amount });
  }
  return points;
}

/** Names that formulas can read with a dot. */
function isName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}

/** True if a request that differs in every input costs the sum of what each adds. */
async function isSum(route: SellerRoute, usual: bigint, terms: readonly Term[], ask: AskAmount): Promise<boolean> {
  if (terms.length < 2) return true;
  const changed = terms.map(({ input, line }) => ({ input, line, value: Number(input.values.at(-1)) }));
  const amount = await ask(
    withValues(
      route,
      changed.map(({ input, value }) => [input, value]),
    ),
  );
  const exact = changed.reduce((sum, { line, value }) => sum.add(line.slope.mul(value)), feeOf(usual, terms));
  return amount === amountOn({ start: exact, slope: new Fraction(0) }, 0);
}

/** The part of a price that no input decides: each line starts where its own input is zero and the others are as usual. */
function feeOf(usual: bigint, terms: readonly Term[]): Fraction {
  return terms.reduce((sum, { line }) => sum.add(line.start).sub(new Fraction(usual)), new Fraction(usual));
}

function priceOf(usual: bigint, terms: readonly Term[]): FittedPrice {
  const fee = feeOf(usual, terms);
  const costs = terms.map(({ input, line }) => [`${input.name}_price`, costOf(input, line, usual)] as const);
  const names = costs.map(([name]) => name);
  const hasFee = !fee.equals(0) || costs.length === 0;
  const sum = names.join(' + ');
  return {
    summary: terms.length === 0 ? 'One price for each call' : `A price that grows with ${listed(terms)}`,
    inputs: Object.fromEntries(costs),
    formula: hasFee ? [sum, usdOf(fee.abs())].filter(Boolean).join(fee.lt(0) ? ' - ' : ' + ') : sum,
    breakdown: {
      ...(hasFee && { call: usdOf(fee) }),
      ...Object.fromEntries(names.map((name) => [name, name])),
    },
  };
}

function listed(terms: readonly Term[]): string {
  return terms.map(({ input }) => `\`${input.name}\``).join(' and ');
}

/** The part of the price that an input decides; where a request lacks it, that of the value which the seller takes. */
function costOf({ within, name, isAlwaysThere }: Input, { start, slope }: Line, usual: bigint): string {
  const cost = `${within}.${name} * ${usdOf(slope)}`;
  return isAlwaysThere ? cost : `has(${within}.${name}) ? ${cost} : ${usdOf(new Fraction(usual).sub(start))}`;
}

/** Micro-USD as an exact decimal of USD. */
function usdOf(micro: Fraction): string {
  return micro.div(1_000_000).toString(12);
}
