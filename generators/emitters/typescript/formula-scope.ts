import { Fraction } from 'fraction.js';
import { typeOfEntries } from '../../cel/compile/entries.ts';
import { constant } from '../../cel/compile/terms.ts';
import { typeOfSchema } from '../../cel/compile/types.ts';
import { constantText, type Scope, typedValue, uncheckedRoot, type Value } from '../../cel/compile/value.ts';
import { once } from '../../common/once.ts';
import { closedSchemas } from '../../json-schema/combine.ts';
import type { HostView, Model, Operation } from '../../model/types.ts';
import { freeVariables } from '../../output/code-tree.ts';
import { type Code, symbol, variable } from '../../output/code.ts';
import { catalogNames } from './catalog-names.ts';

/** Functions of the runtime's arithmetic; all others read values. */
const arithmetic = new Set([
  'divideFloor',
  'divideCeil',
  'divideHalfEven',
  'least',
  'greatest',
  'sum',
  'whole',
  'quoted',
  'estimated',
  'constant',
  'decimal',
]);

/** A function of the runtime that formulas call. */
export function formulaHelper(name: string): Code {
  return symbol(name, arithmetic.has(name) ? '@tollwright/runtime/money/formula' : '@tollwright/runtime/values/json');
}

/** The scope of formulas that read no request: constants, catalogs and the host's id. */
export function hostScope(model: Model, view: HostView): Scope {
  const constants = Object.entries(view.service.constants).map(([name, value]): [string, Value] => [
    name,
    { is: 'number', terms: constant(new Fraction(value)) },
  ]);
  return {
    variables: new Map([...constants, ['host', constantText(view.host.id)]]),
    present: new Set(),
    helper: formulaHelper,
    catalog: (id) => {
      const type = typeOfEntries(view.catalogs[id]?.entries ?? []);
      return {
        type: type.is === 'object' ? { ...type, catalog: id } : type,
        map: symbol(catalogNames(model, id, view).map, `catalogs/${id}.ts`),
      };
    },
  };
}

/** The scope of an operation's formulas; the variables it reads are those of the emitted function's `Input`. */
export function operationScope(model: Model, view: HostView, operation: Operation): Scope {
  return allScopes(model)(view)(operation);
}

const allScopes = once((model: Model) =>
  once((view: HostView) => {
    const scope = hostScope(model, view);
    return once((operation: Operation) => scopeWithin(scope, view, operation));
  }),
);

function scopeWithin(scope: Scope, view: HostView, operation: Operation): Scope {
  const schemas = closedSchemas(view);
  const { query, params } = operation;
  const found = { request: operation.body?.schema, query, params };
  const given = Object.entries(found).flatMap(([name, schema]): [string, Value][] =>
    schema ? [[name, typedValue(variable(name), typeOfSchema(schema, schemas))]] : [],
  );
  const body = operation.responses.find(({ http }) => http === 200)?.schema;
  const response = uncheckedRoot(variable('response'), body && typeOfSchema(body, schemas));
  const variables = new Map([...scope.variables, ...given, ['response', response] as const]);
  return { ...scope, variables };
}

/** The arguments of an emitted function of an operation. */
const inputs = ['request', 'query', 'params', 'response'];

/** Those inputs that some code reads. */
export function inputsRead(code: Code): string[] {
  const read = freeVariables(code);
  return inputs.filter((name) => read.has(name));
}
