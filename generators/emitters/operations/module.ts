import type { EmittedFile } from '../../emitter.ts';
import type { Model } from '../../model/types.ts';
import { createModule, type Module } from '../../output/module.ts';
import { quoteBody } from '../prices/quote.ts';
import { foldersOf } from '../typescript/folders.ts';
import { formulaHelper, inputPattern } from '../typescript/formula-scope.ts';
import { docstring, literal, sentence } from '../typescript/literal.ts';
import { camelCase } from '../typescript/names.ts';
import type { PartPlan } from '../typescript/parts.ts';
import type { Placed } from '../typescript/variants.ts';
import { conditionsText } from './condition.ts';
import { apart, constantsOf, type Fields, factsOn } from './definition.ts';

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
  const texts = operations.map((placed, index) =>
    operationText(model, placed, plans.get(ids[index] ?? '') ?? [], module),
  );
  return module.print(texts.join('\n\n'));
}

/** One operation: what it says of itself, its rules across fields, and how hosts serve it. */
function operationText(model: Model, placed: readonly Placed[], plans: readonly PartPlan[], module: Module): string {
  const [first] = placed;
  if (!first) throw new Error('An operation is served nowhere.');
  const { id, closed, description, summary, from } = first.value;
  const make = module.use(closed ? 'closedOperation' : 'operation', '#runtime/operations.ts');
  const { common, own } = apart(placed.map((each) => factsOn(model, each, plans, module)));
  const conditions = conditionsText(model, placed, module);
  const routes = routesText(model, placed, own, module);
  const fields = [
    `id: ${literal(id)}`,
    ...texts(sorted(new Map([...common, ...constantsOf(placed)]))),
    ...(conditions.length > 0 ? [`conditions: [\n${conditions.join(',\n')}\n]`] : []),
    `routes: [${routes.join(', ')}]`,
  ];
  const doc = docstring(
    description ? sentence(description) : from.length > 0 ? undefined : sentence(summary),
    from.length > 0 ? `Statements: ${from.join(', ')}.` : undefined,
  );
  return `${doc}\nexport const ${camelCase(id)} = ${make}({\n${fields.join(',\n')}\n});`;
}

/** How hosts serve the operation, one text for those that do it alike. */
function routesText(model: Model, placed: readonly Placed[], own: readonly Fields[], module: Module): string[] {
  const found = new Map<string, string[]>();
  for (const [index, each] of placed.entries()) {
    const { view, value } = each;
    const fields = [
      `auth: ${literal(value.auth)}`,
      ...texts(own[index] ?? new Map()),
      ...priceText(model, each, module),
    ];
    const text = fields.join(', ');
    found.set(text, [...(found.get(text) ?? []), view.host.id]);
  }
  return [...found].map(([text, hosts]) => `{ hosts: ${literal(hosts)}, ${text} }`);
}

function priceText(model: Model, { view, value: operation }: Placed, module: Module): string[] {
  const body = quoteBody(model, { view, operation }, module);
  const price = operation.price && view.prices[operation.price.id];
  if (body === undefined || !price) return [];
  const pattern = inputPattern(body);
  if (price.kind !== 'quoted') return [`meter: (${pattern}) => ${body}`];
  const isConstant = pattern === '{  }' && !body.startsWith('{');
  return [`quote: ${isConstant ? `${formulaHelper(module, 'constant')}(${body})` : `(${pattern}) => ${body}`}`];
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
