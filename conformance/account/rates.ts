/** Rates that a deployment sets itself: whether any values of them explain its charges. */

import Fraction from 'fraction.js';
import type { Catalog, Contract, Expression, Json } from '../contract/contract.ts';
import { createEvaluator, type Evaluator } from '../oracle/evaluate.ts';
import { isDecimalText } from '../oracle/exact.ts';
import { partsOf } from '../oracle/reads.ts';

/** The amount that one unit of each rate adds. */
type Weights = readonly [Fraction, Fraction];

/** An amount that is linear in two rates, and the actual charge, both in USD. */
export interface Equation {
  /** The part of the amount that does not depend on the rates. */
  readonly fixed: Fraction;
  readonly weights: Weights;
  readonly charged: Fraction;
}

/** USD that rounding to micro-USDC may add or subtract. */
const rounding = new Fraction(1, 1_000_000);

const zero = new Fraction(0);

/** USD above every rate, also of rates per million. */
const maxRate = new Fraction(1_000_000_000);

/** Columns of live catalogs that a formula reads as exact decimals: rates, which the documents leave to the catalog. */
export function rateColumns(contract: Contract, tree: Expression): readonly string[] {
  const read = new Set(fieldNamesOf(tree));
  const names = liveCatalogs(contract).flatMap(({ entries }) =>
    entries.flatMap(({ values }) => Object.entries(values)),
  );
  return [...new Set(names.flatMap(([name, value]) => (read.has(name) && isRate(value) ? [name] : [])))];
}

/** The evaluator of a contract in whose live catalogs one rate is 1 and every other is 0; all are 0 where `column` is absent. */
export function evaluatorAt(contract: Contract, columns: readonly string[], column?: string): Evaluator {
  const valueAt = (name: string, value: Json): Json =>
    columns.includes(name) && isRate(value) ? (name === column ? '1' : '0') : value;
  const changed = liveCatalogs(contract).map((catalog): [string, Catalog] => {
    const entries = catalog.entries.map((entry) => ({
      ...entry,
      values: Object.fromEntries(Object.entries(entry.values).map(([name, value]) => [name, valueAt(name, value)])),
    }));
    return [catalog.id, { ...catalog, entries }];
  });
  return createEvaluator({ ...contract, catalogs: { ...contract.catalogs, ...Object.fromEntries(changed) } });
}

/** True when some rates from 0 to `most` explain every charge, except for rounding. */
export function someRatesFit(equations: readonly Equation[]): boolean {
  const corners: readonly Point[] = [
    [zero, zero],
    [maxRate, zero],
    [maxRate, maxRate],
    [zero, maxRate],
  ];
  const left = equations.reduce((area, { fixed, weights, charged }) => {
    const rest = charged.sub(fixed);
    const above = clipped(area, (point) => amountAt(weights, point).sub(rest.sub(rounding)));
    return clipped(above, (point) => rest.add(rounding).sub(amountAt(weights, point)));
  }, corners);
  return left.length > 0;
}

/** Two rates, in USD. */
type Point = readonly [Fraction, Fraction];

function amountAt([one, two]: Weights, [first, second]: Point): Fraction {
  return one.mul(first).add(two.mul(second));
}

/** The part of a convex area where a linear measure is not below zero (Sutherland and Hodgman). */
function clipped(area: readonly Point[], measure: (point: Point) => Fraction): readonly Point[] {
  const corners = area.map((point) => ({ point, at: measure(point) }));
  return corners.flatMap(({ point, at }, index) => {
    const before = corners.at(index - 1);
    const kept = at.gte(0) ? [point] : [];
    if (!before || before.at.mul(at).gte(0)) return kept;
    const part = before.at.div(before.at.sub(at));
    const between = (one: Fraction, other: Fraction) => one.add(other.sub(one).mul(part));
    return [[between(before.point[0], point[0]), between(before.point[1], point[1])] as const, ...kept];
  });
}

function liveCatalogs({ catalogs }: Contract): readonly Catalog[] {
  return Object.values(catalogs).filter(({ live }) => live !== undefined);
}

function isRate(value: Json | undefined): boolean {
  return typeof value === 'string' && isDecimalText(value);
}

/** Names of all fields that an expression reads. */
export function* fieldNamesOf(tree: Expression): Generator<string> {
  if (tree.op === 'field') yield tree.name;
  for (const part of partsOf(tree)) yield* fieldNamesOf(part);
}
