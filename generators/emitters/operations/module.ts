import type { HostView, Model, Operation } from '../../model/types.ts';
import { print } from '../../output/code-tree.ts';
import { type Code, code, join, symbol, variable } from '../../output/code.ts';
import type { EmittedFile } from '../../output/emitted-file.ts';
import { printModule } from '../../output/module.ts';
import { foldersOf } from '../../output/sources.ts';
import type { PriceCall } from '../prices/plan.ts';
import { type QuoteBody, quoteBody } from '../prices/quote.ts';
import { formulaHelper, inputsRead } from '../typescript/formula-scope.ts';
import { docstring, literal } from '../typescript/literal.ts';
import { camelCase } from '../typescript/names.ts';
import type { PartPlan } from '../typescript/parts.ts';
import { type HostOperation, wordFor } from '../typescript/variants.ts';
import { conditionsCode } from './condition.ts';
import { apart, constantsOf, type Fields, factsOn } from './definition.ts';
import { operationDoc } from './operation-doc.ts';
import { functionPiece, type Owner, objectPiece } from './pieces.ts';

/** Writes the module of the operations of one area. */
export function operationModule(
  model: Model,
  path: string,
  operations: readonly (readonly HostOperation[])[],
  plans: ReadonlyMap<string, readonly PartPlan[]>,
): EmittedFile {
  const ids = operations.flatMap(([first]) => first?.value.id ?? []);
  const sources = foldersOf(
    model,
    ids.map((id) => `operation/${id}`),
  );
  const alike = new Map<string, string>();
  const written = operations.map((placed, index) => {
    const { id, method, closed } = operationOf(placed);
    const { whole, signature } = operationCode(placed, { model, plans: plans.get(ids[index] ?? '') ?? [] });
    const known = closed ? undefined : alike.get(signature);
    if (known === undefined) alike.set(signature, id);
    return known === undefined ? whole : sentWith(method, id, known);
  });
  return printModule({ path, emitter: 'operations', sources }, written);
}

/** An operation that differs from another in its method only. */
function sentWith(method: string, id: string, other: string): Code {
  const make = symbol('sentWith', '@tollwright/runtime/operation/define');
  const doc = docstring(`The same as \`${camelCase(other)}\`, sent with ${method}.`);
  const args = [literal(method), literal(id), variable(camelCase(other))];
  return code`${doc}\nexport const ${variable(camelCase(id))} = ${make}(${join(args, ', ')});`;
}

/** One operation, and everything but its id and method as text: operations with equal texts are written once. */
function operationCode(placed: readonly HostOperation[], owner: Owner): { whole: Code; signature: string } {
  const { id, closed, from } = operationOf(placed);
  const make = symbol(closed ? 'closedOperation' : 'operation', '@tollwright/runtime/operation/define');
  const { common, own } = apart(placed.map((each) => factsOn(each, owner)));
  const conditions = conditionsCode(placed, owner);
  const known = sorted(new Map([...common, ...constantsOf(placed)]));
  const rest = new Map([
    ...(conditions.length > 0 ? [['conditions', code`[\n${join(conditions, ',\n')}\n]`] as const] : []),
    ['routes', code`[${join(routesCode(placed, own, owner), ', ')}]`],
  ]);
  const fields = fieldCode(new Map([...known, ...rest]));
  const unsent = fieldCode(new Map([...known, ...rest].filter(([name]) => name !== 'method')));
  const doc = operationDoc(placed);
  const name = variable(camelCase(id));
  return {
    whole: code`${doc}\nexport const ${name} = ${make}({\nid: ${literal(id)},\n${join(fields, ',\n')}\n});`,
    signature: print(join([from.join(), make, ...unsent], '\n')),
  };
}

/** The operation, whose id, method and texts are the same wherever it is served. */
function operationOf([first]: readonly HostOperation[]): Operation {
  if (!first) throw new Error('An operation is served nowhere.');
  return first.value;
}

/** How hosts serve the operation, once for those that do it alike. */
function routesCode(placed: readonly HostOperation[], own: readonly Fields[], owner: Owner): Code[] {
  const found = new Map<string, { fields: Fields; views: HostView[] }>();
  for (const [index, each] of placed.entries()) {
    const { view, value } = each;
    const fields = new Map([['auth', literal(value.auth)], ...(own[index] ?? []), ...priceField(each, owner)]);
    const key = print(join(fieldCode(fields), ', '));
    const known = found.get(key) ?? { fields, views: [] };
    known.views.push(view);
    found.set(key, known);
  }
  return [...found.values()].map(({ fields, views }) => {
    const hosts = literal(views.map(({ host }) => host.id));
    const value = code`{ hosts: ${hosts}, ${join(fieldCode(fields), ', ')} }`;
    return objectPiece('HostRoute', owner, `on-${wordFor(views)}`, { fields: [...fields.keys()], value });
  });
}

function priceField({ view, value: operation }: HostOperation, owner: Owner): [string, Code][] {
  const price = operation.price && view.prices[operation.price.id];
  if (!price) return [];
  const field = (name: string, call: PriceCall): [string, Code][] => {
    const body = quoteBody(owner.model, call);
    return body ? [[name, pricing(owner, `${price.id}-${name}`, body)]] : [];
  };
  const call = { view, operation };
  return price.kind === 'quoted'
    ? field('quote', call)
    : [...field('reserve', { ...call, bound: true }), ...field('meter', call)];
}

/** A function that prices a call. */
function pricing(owner: Owner, id: string, { constants, called }: QuoteBody): Code {
  const isConstant = constants.length === 0 && inputsRead(called).length === 0;
  if (isConstant) return code`${formulaHelper('constant')}(${called})`;
  return functionPiece(
    owner,
    id,
    constants.length === 0 ? called : code`{\n${join(constants, '\n')}\nreturn ${called};\n}`,
  );
}

/** Fields of the request come before those of its processing. */
const order =
  'summary method path template body query params headers contentTypes formFields largestBody accepts streams settles'.split(
    ' ',
  );

function sorted(fields: Fields): Fields {
  const known = order.flatMap((name): [string, Code][] => {
    const value = fields.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return new Map([...known, ...fields]);
}

function fieldCode(fields: Fields): Code[] {
  return [...fields].map(([name, value]) => code`${name}: ${value}`);
}
