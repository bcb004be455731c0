import type { EmittedFile } from '../../emitter.ts';
import type { HostView, Model, Operation } from '../../model/types.ts';
import { createModule, type Module } from '../../output/module.ts';
import { quoteBody } from '../prices/quote.ts';
import { foldersOf } from '../typescript/folders.ts';
import { formulaHelper, inputPattern } from '../typescript/formula-scope.ts';
import { docstring, literal, sentence } from '../typescript/literal.ts';
import { camelCase } from '../typescript/names.ts';
import type { PartPlan } from '../typescript/parts.ts';
import { type Placed, wordFor } from '../typescript/variants.ts';
import { conditionsText } from './condition.ts';
import { apart, constantsOf, type Fields, factsOn } from './definition.ts';
import { createPieces, type Place } from './pieces.ts';

/** Writes the module of the operations of one area. */
export function operationModule(
  model: Model,
  path: string,
  operations: readonly (readonly Placed[])[],
  plans: ReadonlyMap<string, readonly PartPlan[]>,
): EmittedFile {
  const ids = operations.flatMap(([first]) => first?.value.id ?? []);
  const sources = foldersOf(
    model,
    ids.map((id) => `operation/${id}`),
  );
  const module = createModule(path, 'operations', sources);
  const pieces = createPieces(model);
  const alike = new Map<string, string>();
  const texts = operations.map((placed, index) => {
    const planned = plans.get(ids[index] ?? '') ?? [];
    const { id, method, closed } = operationOf(placed);
    const text = operationText(model, placed, planned, module, pieces.of(planned));
    const known = closed ? undefined : alike.get(text.told);
    if (known === undefined) alike.set(text.told, id);
    return known === undefined ? text.whole : sentWith(method, id, known, module);
  });
  return module.print(pieces.written(texts.join('\n\n'), module));
}

/** An operation that only its method tells from another. */
function sentWith(method: string, id: string, other: string, module: Module): string {
  const make = module.use('sentWith', '@tollwright/runtime/operations');
  const doc = docstring(`The same as \`${camelCase(other)}\`, sent with ${method}.`);
  return `${doc}\nexport const ${camelCase(id)} = ${make}(${literal(method)}, ${literal(id)}, ${camelCase(other)});`;
}

/** One operation: what it says of itself, its rules across fields, and how hosts serve it; and what of it others may share. */
function operationText(
  model: Model,
  placed: readonly Placed[],
  plans: readonly PartPlan[],
  module: Module,
  place: Place,
): { whole: string; told: string } {
  const { id, method, closed, description, summary, from } = operationOf(placed);
  const make = module.use(closed ? 'closedOperation' : 'operation', '@tollwright/runtime/operations');
  const { common, own } = apart(placed.map((each) => factsOn(model, each, plans, module, place)));
  const conditions = conditionsText(model, placed, module, place);
  const routes = routesText(model, placed, own, module, place);
  const known = sorted(new Map([...common, ...constantsOf(placed)]));
  const fields = [
    ...texts(known),
    ...(conditions.length > 0 ? [`conditions: [\n${conditions.join(',\n')}\n]`] : []),
    `routes: [${routes.join(', ')}]`,
  ];
  const doc = docstring(
    description ? sentence(description) : from.length > 0 ? undefined : sentence(summary),
    from.length > 0 ? `Statements: ${from.join(', ')}.` : undefined,
  );
  const written = `${make}({\nid: ${literal(id)},\n${fields.join(',\n')}\n});`;
  return {
    whole: `${doc}\nexport const ${camelCase(id)} = ${written}`,
    told: JSON.stringify([doc, make, fields.filter((field) => field !== `method: ${literal(method)}`)]),
  };
}

/** The operation, whose id, method and texts are the same wherever it is served. */
function operationOf([first]: readonly Placed[]): Operation {
  if (!first) throw new Error('An operation is served nowhere.');
  return first.value;
}

/** How hosts serve the operation, one text for those that do it alike. */
function routesText(
  model: Model,
  placed: readonly Placed[],
  own: readonly Fields[],
  module: Module,
  place: Place,
): string[] {
  const found = new Map<string, HostView[]>();
  for (const [index, each] of placed.entries()) {
    const { view, value } = each;
    const fields = [
      `auth: ${literal(value.auth)}`,
      ...texts(own[index] ?? new Map()),
      ...priceText(model, each, module, place),
    ];
    const text = fields.join(', ');
    found.set(text, [...(found.get(text) ?? []), view]);
  }
  return [...found].map(([text, views]) => {
    const hosts = literal(views.map(({ host }) => host.id));
    return place('Served', `on-${wordFor(views)}`, `{ hosts: ${hosts}, ${text} }`);
  });
}

function priceText(model: Model, { view, value: operation }: Placed, module: Module, place: Place): string[] {
  const body = quoteBody(model, { view, operation }, module);
  const price = operation.price && view.prices[operation.price.id];
  if (body === undefined || !price) return [];
  if (price.kind !== 'quoted') return [`meter: ${place('function', `${price.id}-meter`, body)}`];
  const isConstant = inputPattern(body) === '{  }' && !body.startsWith('{');
  const quote = isConstant
    ? `${formulaHelper(module, 'constant')}(${body})`
    : place('function', `${price.id}-quote`, body);
  return [`quote: ${quote}`];
}

/** What a call asks for comes before what becomes of it. */
const order = 'summary method path template body query params contentTypes formFields streams settles'.split(' ');

function sorted(fields: Fields): Fields {
  const known = order.flatMap((name): [string, string][] => {
    const text = fields.get(name);
    return text === undefined ? [] : [[name, text]];
  });
  return new Map([...known, ...fields]);
}

function texts(fields: Fields): string[] {
  return [...fields].map(([name, text]) => `${name}: ${text}`);
}
