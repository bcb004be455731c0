/** The oracle: evaluates a contract's formulas on exact fractions, without generated code. */

import type Fraction from 'fraction.js';
import { oncePer } from '../common/once-per.ts';
import type { Contract, Expression, Formula, Price, PriceUse } from '../contract/contract.ts';
import { type Catalogs, catalogsOf } from './catalogs.ts';
import { fromText, toMicro } from './exact.ts';
import { asNumber, asText, type Call } from './functions.ts';
import { createInterpreter, type Interpreter, type Scope } from './interpret.ts';
import { EvaluationError, plain, UnknownValueError, type Value } from './value.ts';

export { EvaluationError, plain, UnknownValueError, type Value } from './value.ts';

/** The variables of expressions: `request`, `query`, `params`, `response`, `status`, `headers`, names of steps. */
export type Environment = Readonly<Record<string, unknown>>;

/** Evaluates the expressions and prices of one contract. */
export interface Evaluator {
  readonly catalogs: Catalogs;
  /** Throws `EvaluationError` when the expression has no value. Numbers of the result are fractions. */
  evaluate(expression: Expression | Formula, environment: Environment): Value;
  /** True when the expression is true; throws `EvaluationError` when it is not a boolean. */
  holds(expression: Expression | Formula, environment: Environment): boolean;
  /** The exact price in USD; `side` selects another formula of the price. */
  usd(use: PriceUse, environment: Environment, side?: Formula): Fraction;
  /** The price in micro-USDC by the price's own rounding. */
  micro(use: PriceUse, environment: Environment, side?: Formula): bigint;
  /** True when the documents state the price of a call like this one. */
  isPriceStated(use: PriceUse, environment: Environment): boolean;
  price(use: PriceUse): Price;
}

function treeOf(expression: Expression | Formula): Expression {
  return 'tree' in expression ? expression.tree : expression;
}

function asBoolean(value: Value): boolean {
  if (typeof value !== 'boolean') throw new EvaluationError(`${JSON.stringify(plain(value))} is not a boolean`);
  return value;
}

/** Labels of catalog ids that a target does not list, by these ids. */
type Missing = ReadonlyMap<string, string>;

const nothing: Missing = new Map();

/** The oracle of a contract for a target that lacks some ids; it is created once. */
export function evaluatorOf(contract: Contract, missing = nothing): Evaluator {
  return evaluatorsOf(contract)(missing);
}

const evaluatorsOf = oncePer((contract: Contract) => oncePer((missing: Missing) => createEvaluator(contract, missing)));

/** The functions of expressions that read catalogs. */
function catalogFunctions(catalogs: Catalogs, missing: Missing): Readonly<Record<string, Call>> {
  const lineOf = ([name, given]: readonly Value[]) => {
    const [catalog, key] = [asText(name ?? null), asText(given ?? null)];
    const label = missing.get(key);
    if (label !== undefined) throw new UnknownValueError(`the target lists no id for "${label}"`);
    return catalogs.line(catalog, key);
  };
  return {
    catalog: (args) => {
      const line = lineOf(args);
      if (!line) throw new EvaluationError(`"${args[1]}" is not in the catalog ${args[0]}`);
      return line.values;
    },
    catalog_keys: ([name]) => catalogs.lines(asText(name ?? null)).map((line) => line.key),
    known: (args) => lineOf(args) !== undefined,
  };
}

/** The variables of an expression: those of the call, then the constants of the service. */
function callScope(contract: Contract): (environment: Environment) => Scope {
  const constants: Record<string, Fraction | undefined> = Object.fromEntries(
    Object.entries(contract.service.constants).map(([name, text]) => [name, fromText(text)]),
  );
  return (environment) => (name) => {
    if (Object.hasOwn(environment, name)) return environment[name];
    return name === 'host' ? contract.host.id : constants[name];
  };
}

/** Adds the inputs of a price to the variables; they are evaluated on first read, so that they may read each other. */
function inputScope(inputs: Readonly<Record<string, Formula>>, outer: Scope, interpreter: Interpreter): Scope {
  const done = new Map<string, Value>();
  const open = new Set<string>();
  const scope: Scope = (name) => {
    const formula = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    if (!formula) return outer(name);
    const known = done.get(name);
    if (known !== undefined) return known;
    if (open.has(name)) throw new EvaluationError(`the input "${name}" reads itself`);
    open.add(name);
    const value = interpreter.run(formula.tree, scope);
    open.delete(name);
    done.set(name, value);
    return value;
  };
  return scope;
}

/** Creates the oracle of a contract; `missing` has the labels of ids that the target does not list. */
export function createEvaluator(contract: Contract, missing = nothing): Evaluator {
  const catalogs = catalogsOf(contract);
  const interpreter = createInterpreter(catalogFunctions(catalogs, missing));
  const scopeOf = callScope(contract);

  function evaluate(expression: Expression | Formula, environment: Environment): Value {
    return interpreter.run(treeOf(expression), scopeOf(environment));
  }

  function price(use: PriceUse): Price {
    const found = contract.prices[use.id];
    if (!found) throw new EvaluationError(`there is no price "${use.id}"`);
    return found;
  }

  function withInputs(use: PriceUse, environment: Environment): Scope {
    return inputScope({ ...price(use).inputs, ...use.inputs }, scopeOf(environment), interpreter);
  }

  function usd(use: PriceUse, environment: Environment, side?: Formula): Fraction {
    const { tree } = side ?? price(use).formula;
    return asNumber(interpreter.run(tree, withInputs(use, environment)));
  }

  function isPriceStated(use: PriceUse, environment: Environment): boolean {
    const { when } = price(use);
    return when === undefined || asBoolean(interpreter.run(when.tree, withInputs(use, environment)));
  }

  return {
    catalogs,
    evaluate,
    holds: (expression, environment) => asBoolean(evaluate(expression, environment)),
    usd,
    isPriceStated,
    micro: (use, environment, side) => toMicro(usd(use, environment, side), price(use).rounding),
    price,
  };
}
