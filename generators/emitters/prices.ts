import type { FunctionDeclarationStructure, OptionalKind } from 'ts-morph';
import { decimalText } from '../cel/compile/compare.ts';
import { compileCondition, compileFormula } from '../cel/compile/compile.ts';
import { CompileError } from '../cel/compile/compile-error.ts';
import { constantOf, count, placesOf, round, type Terms, unitOfPlaces } from '../cel/compile/terms.ts';
import { codeOf, type Scope, termsOf } from '../cel/compile/value.ts';
import type { Emitter } from '../emitter.ts';
import type { Formula, Model } from '../model/types.ts';
import { createModule, type Module } from '../output/module.ts';
import { sourcesOf } from '../output/sources.ts';
import type { Kind } from './prices/parameter.ts';
import { referTo } from './prices/parameter.ts';
import { type Parameter, type PriceForm, parametersOf, priceForms } from './prices/plan.ts';
import { calculatorOf } from './prices/quote.ts';
import { catalogNames } from './typescript/catalog-names.ts';
import { formulaHelper, hostScope } from './typescript/formula-scope.ts';
import { sentence, wrapped } from './typescript/literal.ts';
import { printStatements } from './typescript/printer.ts';
import { typeOfKind } from './typescript/value-type.ts';
import { entitiesOf, type Variant } from './typescript/variants.ts';

/** Micro-USDC have six decimal places. */
const microPlaces = 6;

/** Emits each price's calculator: exact, in plain integers where they cannot pass 2^53. */
export const prices: Emitter = {
  name: 'prices',
  emit(model) {
    const ids = [...entitiesOf(model, (view) => view.prices).keys()];
    return ids.map((id) => {
      const path = `prices/${id}.ts`;
      const module = createModule(path, 'prices', sourcesOf(model, [`price/${id}`]));
      const forms = priceForms(model, id);
      const text = printStatements(path, ({ StructureKind }) =>
        forms.map((form) => ({ kind: StructureKind.Function, ...calculator(model, id, form, module) })),
      );
      return module.print(text);
    });
  },
};

function calculator(
  model: Model,
  id: string,
  form: Variant<PriceForm>,
  module: Module,
): OptionalKind<FunctionDeclarationStructure> {
  const { price } = form.value;
  const parameters = parametersOf(model, form.value);
  const scope = calculatorScope(model, form, parameters, module);
  const terms = (formula: Formula) => termsOf(compileFormula(formula, scope), scope);
  const parts = Object.entries(price.breakdown).map(
    ([name, formula]) => `${JSON.stringify(name)}: ${part(terms(formula), formula, module)}`,
  );
  const names = parameters.map(({ name }) => name).join(', ');
  const types = parameters.map(({ name, kind }) => `readonly ${name}: ${parameterType(model, form, kind, module)};`);
  return {
    name: calculatorOf(id, form.suffix).name,
    isExported: true,
    docs: [{ description: description(form, parameters) }],
    parameters: parameters.length === 0 ? [] : [{ name: `{ ${names} }`, type: `{ ${types.join(' ')} }` }],
    returnType: module.useType('Quote', '@tollwright/runtime/operation'),
    statements: [
      `return ${formulaHelper(module, 'quoted')}(${[
        amount(terms(price.formula), price.rounding, module),
        `() => ({ ${parts.join(', ')} })`,
        ...(price.details ? [`() => ({ ${detailsText(price.details, scope)} })`] : []),
      ].join(', ')});`,
    ],
  };
}

/** The fields that a challenge carries besides the price; a number is one of JSON's. */
function detailsText(details: NonNullable<PriceForm['price']['details']>, scope: Scope): string {
  const texts = Object.entries(details).map(([name, { when, fields }]) => {
    const values = Object.entries(fields).map(
      ([field, formula]) => `${JSON.stringify(field)}: ${codeOf(compileFormula(formula, scope))}`,
    );
    const object = `{ ${values.join(', ')} }`;
    const entry = `${JSON.stringify(name)}: ${object}`;
    return when ? `...(${compileCondition(when, scope)} && { ${entry} })` : entry;
  });
  return texts.join(', ');
}

function calculatorScope(
  model: Model,
  { views }: Variant<PriceForm>,
  parameters: readonly Parameter[],
  module: Module,
): Scope {
  const [view] = views;
  if (!view) throw new Error('A price has a form on no host.');
  const scope = hostScope(model, view, module);
  const inputs = parameters.map(({ input, name, kind }) => [input, referTo(name, kind)] as const);
  return { ...scope, variables: new Map([...scope.variables, ...inputs]) };
}

/** The sum in whole micro-USDC. */
function amount(terms: Terms, rounding: PriceForm['price']['rounding'], module: Module): string {
  const integer = round(terms, unitOfPlaces(microPlaces), rounding, (name) => formulaHelper(module, name));
  return integer.code(integer.safe ? 'number' : 'bigint');
}

/** A part of the breakdown as exact decimal text. */
function part(terms: Terms, formula: Formula, module: Module): string {
  const fixed = constantOf(terms);
  if (fixed) return `'${decimalText(fixed)}'`;
  try {
    const places = placesOf(terms);
    const integer = count(terms, unitOfPlaces(places));
    return `${formulaHelper(module, 'decimal')}(${integer.code(integer.safe ? 'number' : 'bigint')}, ${places})`;
  } catch (error) {
    if (error instanceof CompileError) throw new CompileError(`\`${formula.text}\` ${error.message}.`);
    throw error;
  }
}

function parameterType(model: Model, { views }: Variant<PriceForm>, kind: Kind, module: Module): string {
  return typeOfKind(kind, (id) => {
    const [view] = views;
    return view ? module.useType(catalogNames(model, id, view).type, `catalogs/${id}.ts`) : 'unknown';
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
    `\`${price.formula.text}\` in USD, rounded ${rounded} to whole micro-USDC.`,
    ...counts,
    ...(price.from.length > 0 ? [`Statements: ${price.from.join(', ')}.`] : []),
  ]
    .map(wrapped)
    .join('\n');
}
