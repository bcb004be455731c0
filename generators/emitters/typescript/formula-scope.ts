import { Fraction } from 'fraction.js';
import { typeOfEntries } from '../../cel/compile/entries.ts';
import { constant } from '../../cel/compile/terms.ts';
import { typeOfSchema } from '../../cel/compile/types.ts';
import { type Scope, text, typedValue, uncheckedRoot, type Value } from '../../cel/compile/value.ts';
import { closedSchemas } from '../../json-schema/combine.ts';
import type { HostView, Model, Operation } from '../../model/types.ts';
import type { Module } from '../../output/module.ts';
import { catalogNames } from './catalog-names.ts';

/** Helpers that reckon; all others read values. */
const arithmetic = new Set([
  'divideFloor',
  'divideCeil',
  'divideHalfEven',
  'least',
  'greatest',
  'sum',
  'whole',
  'quoted',
  'constant',
  'decimal',
]);

/** Imports a runtime helper that formulas call. */
export function formulaHelper(module: Module, name: string): string {
  return module.use(name, arithmetic.has(name) ? '@tollwright/runtime/formula' : '@tollwright/runtime/values');
}

/** The scope of formulas that read no request: constants, catalogs and the host's id. */
export function hostScope(model: Model, view: HostView, module: Module): Scope {
  const constants = Object.entries(view.service.constants).map(([name, value]): [string, Value] => [
    name,
    { is: 'number', terms: constant(new Fraction(value)) },
  ]);
  return {
    variables: new Map([...constants, ['host', text(JSON.stringify(view.host.id))]]),
    present: new Set(),
    helper: (name) => formulaHelper(module, name),
    catalog: (id) => {
      const type = typeOfEntries(view.catalogs[id]?.entries ?? []);
      return {
        type: type.is === 'object' ? { ...type, catalog: id } : type,
        use: () => module.use(catalogNames(model, id, view).map, `catalogs/${id}.ts`),
      };
    },
  };
}

/** The scope of an operation's formulas; the variables it reads are those of the emitted function's `Input`. */
export function operationScope(model: Model, view: HostView, operation: Operation, module: Module): Scope {
  const scope = hostScope(model, view, module);
  const schemas = closedSchemas(view);
  const { body, query, params } = operation;
  const found = { request: body?.schema, query, params };
  const inputs = Object.entries(found).flatMap(([name, schema]): [string, Value][] =>
    schema ? [[name, typedValue(name, typeOfSchema(schema, schemas))]] : [],
  );
  const answer = operation.responses.find(({ http }) => http === 200)?.schema;
  const response = uncheckedRoot('response', answer && typeOfSchema(answer, schemas));
  const variables = new Map([...scope.variables, ...inputs, ['response', response] as const]);
  return { ...scope, variables };
}

/** The destructured parameter that binds the variables which some text reads: `{ request, params }`. */
export function inputPattern(code: string): string {
  const names = ['request', 'query', 'params', 'response'].filter((name) =>
    new RegExp(`(?<![.\\w$'"])${name}\\b(?!['":])`).test(code),
  );
  return `{ ${names.join(', ')} }`;
}
