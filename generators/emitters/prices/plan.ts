import { compileFormula } from '../../cel/compile/compile.ts';
import type { Scope, Value } from '../../cel/compile/value.ts';
import { variablesOf } from '../../cel/walk.ts';
import { once } from '../../common/once.ts';
import type { Formula, HostView, Model, Operation, Price } from '../../model/types.ts';
import { detailFormulas } from '../../model/view/view.ts';
import { isAtom } from '../../output/code-tree.ts';
import type { Code } from '../../output/code.ts';
import { operationScope } from '../typescript/formula-scope.ts';
import { camelCase } from '../typescript/names.ts';
import { type Variant, variants } from '../typescript/variants.ts';
import { argumentCode, type Kind, kindOf, referTo, wider } from './parameter.ts';

/** One operation on one host that has a price. */
export interface PriceCall {
  readonly view: HostView;
  readonly operation: Operation;
  /** True where what the call can cost at most is computed before it. */
  readonly bound?: true;
}

/** One form of a price, and every call that it prices. */
export interface PriceForm {
  readonly price: Price;
  readonly calls: readonly PriceCall[];
}

/** An argument of a price's calculator. */
export interface Parameter {
  readonly input: string;
  readonly name: string;
  readonly kind: Kind;
}

/** The forms that a price has on the hosts. */
export function priceForms(model: Model, id: string): readonly Variant<PriceForm>[] {
  return allForms(model).get(id) ?? [];
}

const allForms = once((model: Model) => {
  const ids = new Set(model.hosts.flatMap(({ prices }) => Object.keys(prices)));
  return new Map([...ids].map((id) => [id, formsOf(model, id)] as const));
});

function formsOf(model: Model, id: string): Variant<PriceForm>[] {
  const found = model.hosts.flatMap((view) => {
    const price = view.prices[id];
    const priced = view.operations.filter((operation) => operation.price?.id === id);
    const calls = priced.map((operation) => ({ view, operation }));
    return price && calls.length > 0 ? [{ view, value: { price, calls } }] : [];
  });
  const forms = variants(found, (form, view) => JSON.stringify([textsOf(form.price), catalogsOf(form, view)]));
  return forms.map(({ views, value, suffix }) => {
    const calls = found.filter(({ view }) => views.includes(view)).flatMap((each) => each.value.calls);
    return { value: { price: value.price, calls }, views, suffix };
  });
}

function textsOf({ formula, sides, inputs, bound = {}, breakdown, details, rounding, kind }: Price): unknown {
  const texts = (formulas: Readonly<Record<string, Formula>>) =>
    Object.entries(formulas).map(([name, { text }]) => [name, text]);
  return [
    kind,
    formula.text,
    sides.map(({ text }) => text),
    texts(inputs),
    texts(bound),
    texts(breakdown),
    details,
    rounding,
  ];
}

function catalogsOf({ price, calls }: PriceForm, view: HostView): unknown {
  const own = [...resultsOf(price), ...Object.values(price.inputs)];
  const all = [...own, ...calls.flatMap(({ operation }) => Object.values(operation.price?.inputs ?? {}))];
  const named = Object.keys(view.catalogs).filter((id) => all.some(({ text }) => text.includes(`"${id}"`)));
  return named.map((id) => view.catalogs[id]?.entries.map(({ values }) => values));
}

/** The formulas that a price's calculator computes. */
function resultsOf(price: Price): Formula[] {
  return [price.formula, ...price.sides, ...Object.values(price.breakdown), ...detailFormulas(price)];
}

/** The arguments of a price's calculator: the inputs that its formulas read, wide enough for every call. */
export function parametersOf(model: Model, form: PriceForm): readonly Parameter[] {
  return allParameters(model)(form);
}

const allParameters = once((model: Model) => once((form: PriceForm) => planParameters(model, form)));

function planParameters(model: Model, { price, calls }: PriceForm): Parameter[] {
  const read = new Set(resultsOf(price).flatMap(({ tree }) => variablesOf(tree)));
  const bounds = price.bound ? calls.map((call): PriceCall => ({ ...call, bound: true })) : [];
  const compiled = [...calls, ...bounds].map((call) => inputsOf(model, call));
  return Object.keys(price.inputs)
    .filter((input) => read.has(input))
    .map((input) => {
      const values = compiled.flatMap((inputs) => inputs.find(({ name }) => name === input)?.value ?? []);
      return { input, name: camelCase(input), kind: values.map(kindOf).reduce(wider) };
    });
}

/** An input of a price as one call computes it. */
export interface CompiledInput {
  readonly name: string;
  readonly value: Value;
  /** Its constant; absent where it is short enough to be written where it is used. */
  readonly constant?: { readonly name: string; readonly code: Code };
}

/** The inputs of its price as a call computes them, in order; later ones may read earlier ones. */
export function inputsOf(model: Model, call: PriceCall): readonly CompiledInput[] {
  const inputs = call.bound ? boundInputs : allInputs;
  return inputs(model)(call.view)(call.operation);
}

const allInputs = once((model: Model) =>
  once((view: HostView) => once((operation: Operation) => compileInputs(model, { view, operation }))),
);

const boundInputs = once((model: Model) =>
  once((view: HostView) => once((operation: Operation) => compileInputs(model, { view, operation, bound: true }))),
);

function compileInputs(model: Model, { view, operation, bound }: PriceCall): CompiledInput[] {
  const { price: use } = operation;
  const price = view.prices[use?.id ?? ''];
  let scope: Scope = operationScope(model, view, operation);
  const bounds = bound && { ...price?.bound, ...use?.bound };
  return Object.entries({ ...price?.inputs, ...use?.inputs, ...bounds }).map(([input, formula]) => {
    const result = named(camelCase(input), compileFormula(formula, scope));
    scope = { ...scope, variables: new Map(scope.variables).set(input, result.value) };
    return { name: input, ...result };
  });
}

/** Keeps a value in a constant unless it is a mere path of fields. */
function named(name: string, value: Value): Omit<CompiledInput, 'name'> {
  const code = argumentCode(value);
  if (isAtom(code)) return { value };
  return { value: referTo(name, kindOf(value)), constant: { name, code } };
}
