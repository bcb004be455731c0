import { decimalText } from '../cel/compile/compare.ts';
import { CompileError } from '../cel/compile/compile-error.ts';
import { compileCondition, compileFormula } from '../cel/compile/compile.ts';
import type { Integer } from '../cel/compile/integer.ts';
import { constantOf, count, placesOf, round, type Terms, unitOfPlaces } from '../cel/compile/terms.ts';
import { codeOf, type Scope, termsOf } from '../cel/compile/value.ts';
import type { Formula, Model } from '../model/types.ts';
import { type Code, code, join, type Print, typeSymbol } from '../output/code.ts';
import { type Declaration, declarations } from '../output/declarations.ts';
import { printModule } from '../output/module.ts';
import { sourcesOf } from '../output/sources.ts';
import type { Emitter } from './emitter.ts';
import type { Kind } from './prices/parameter.ts';
import { referTo, typeOfKind } from './prices/parameter.ts';
import { type Parameter, type PriceForm, parametersOf, priceForms } from './prices/plan.ts';
import { calculatorOf } from './prices/quote.ts';
import { catalogNames } from './typescript/catalog-names.ts';
import { formulaHelper, hostScope } from './typescript/formula-scope.ts';
import { commentText, objectLiteral, sentence } from './typescript/literal.ts';
import { entitiesOf, type Variant } from './typescript/variants.ts';

/** Micro-USDC have six decimal places. */
const microPlaces = 6;

/** Emits each price's calculator: exact, in plain integers where they cannot pass 2^53. */
export const prices: Emitter = {
  name: 'prices',
  emit: (model) =>
    [...entitiesOf(model, (view) => view.prices).keys()].map((id) => {
      const forms = priceForms(model, id);
      const calculators = declarations((print) => forms.map((form) => calculator(model, id, form, print)));
      const head = { path: `prices/${id}.ts`, emitter: 'prices', sources: sourcesOf(model, [`price/${id}`]) };
      return printModule(head, [calculators]);
    }),
};

function calculator(model: Model, id: string, form: Variant<PriceForm>, print: Print): Declaration {
  const { price } = form.value;
  const parameters = parametersOf(model, form.value);
  const scope = calculatorScope(model, form, parameters);
  const terms = (formula: Formula) => termsOf(compileFormula(formula, scope), scope);
  const parts = Object.entries(price.breakdown).map(
    ([name, formula]) => code`${JSON.stringify(name)}: ${part(terms(formula), formula)}`,
  );
  const names = parameters.map(({ name }) => name).join(', ');
  const types = parameters.map(({ name, kind }) => code`readonly ${name}: ${parameterType(model, form, kind)};`);
  const rounded = (formula: Formula) => rounding(terms(formula), price.rounding);
  const own = rounded(price.formula);
  const sides = price.sides
    .map(rounded)
    .filter((side) => !isDearerOrSame(own, side))
    .map(amount);
  // The bytes of a request stand for tokens, which only the upstream counts.
  const isEstimate = Object.values(price.inputs).some(({ text }) => text.includes('prompt_bytes('));
  const maker = isEstimate && price.kind === 'quoted' ? 'estimated' : 'quoted';
  const explanation: Readonly<Record<string, Code>> = {
    breakdown: code`{ ${join(parts, ', ')} }`,
    ...(sides.length > 0 && { sides: code`[${join(sides, ', ')}]` }),
    ...(price.details && { details: code`{ ${detailsCode(price.details, scope)} }` }),
  };
  return {
    is: 'function',
    name: calculatorOf(id, form.suffix).name,
    parameters: parameters.length === 0 ? [] : [{ name: `{ ${names} }`, type: print(code`{ ${join(types, ' ')} }`) }],
    returns: print(typeSymbol('Quote', '@tollwright/runtime/money/formula')),
    body: print(code`return ${formulaHelper(maker)}(${amount(own)}, () => (${objectLiteral(explanation)}));`),
    doc: description(form, parameters),
  };
}

/** The fields that a challenge carries besides the price; numbers are JSON numbers. */
function detailsCode(details: NonNullable<PriceForm['price']['details']>, scope: Scope): Code {
  const entries = Object.entries(details).map(([name, { when, fields }]) => {
    const values = Object.entries(fields).map(
      ([field, formula]) => [field, codeOf(compileFormula(formula, scope))] as const,
    );
    const entry = code`${JSON.stringify(name)}: ${objectLiteral(Object.fromEntries(values))}`;
    return when ? code`...(${compileCondition(when, scope)} && { ${entry} })` : entry;
  });
  return join(entries, ', ');
}

function calculatorScope(model: Model, { views }: Variant<PriceForm>, parameters: readonly Parameter[]): Scope {
  const [view] = views;
  if (!view) throw new Error('A price has a form on no host.');
  const scope = hostScope(model, view);
  const inputs = parameters.map(({ input, name, kind }) => [input, referTo(name, kind)] as const);
  return { ...scope, variables: new Map([...scope.variables, ...inputs]) };
}

/** The sum in whole micro-USDC. */
function rounding(terms: Terms, mode: PriceForm['price']['rounding']): Integer {
  return round(terms, unitOfPlaces(microPlaces), mode, formulaHelper);
}

function amount(integer: Integer): Code {
  return integer.code(integer.safe ? 'number' : 'bigint');
}

/** Whether a side can never be dearer than the formula: callers accept what is cheaper anyway. */
function isDearerOrSame(own: Integer, side: Integer): boolean {
  return side.maximum !== undefined && own.minimum !== undefined && side.maximum <= own.minimum;
}

/** A part of the breakdown as exact decimal text. */
function part(terms: Terms, formula: Formula): Code {
  const fixed = constantOf(terms);
  if (fixed) return `'${decimalText(fixed)}'`;
  try {
    const places = placesOf(terms);
    const integer = count(terms, unitOfPlaces(places));
    return code`${formulaHelper('decimal')}(${integer.code(integer.safe ? 'number' : 'bigint')}, ${places})`;
  } catch (error) {
    if (error instanceof CompileError) throw new CompileError(`\`${formula.text}\` ${error.message}.`, formula.text);
    throw error;
  }
}

function parameterType(model: Model, { views }: Variant<PriceForm>, kind: Kind): Code {
  return typeOfKind(kind, (id) => {
    const [view] = views;
    return view ? typeSymbol(catalogNames(model, id, view).type, `catalogs/${id}.ts`) : 'unknown';
  });
}

function description({ value: { price } }: Variant<PriceForm>, parameters: readonly Parameter[]): string {
  const counts = parameters.flatMap(({ name, kind }) =>
    kind.is === 'count' && kind.places > 0 ? [`\`${name}\` counts 10^-${kind.places} USD.`] : [],
  );
  const rounded = { 'half-up': 'half up', 'half-even': 'half to even', up: 'up', down: 'down' }[price.rounding];
  return [
    '',
    sentence(price.summary),
    '',
    `\`${price.formula.text}\` in USD, rounded ${rounded} to micro-USDC.`,
    ...counts,
    ...(price.from.length > 0 ? [`Statements: ${price.from.join(', ')}.`] : []),
  ]
    .map(commentText)
    .join('\n');
}
