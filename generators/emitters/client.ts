import type { Emitter } from '../emitter.ts';
import { referenceOf } from '../json-schema/walk.ts';
import type { JsonSchema, Model } from '../model/types.ts';
import { createModule, type Module } from '../output/module.ts';
import { type Constant, type Given, type Method, pollsOf, resultOf, typeName, waitsOf } from './client-waits.ts';
import { foldersOf } from './typescript/folders.ts';
import { docstring, literal, sentence } from './typescript/literal.ts';
import { camelCase, pascalCase } from './typescript/names.ts';
import { type PartPlan, planParts } from './typescript/parts.ts';
import { operationsOf, type Placed } from './typescript/variants.ts';

/** Emits the typed client. */
export const client: Emitter = {
  name: 'client',
  emit(model) {
    const operations = operationsOf(model);
    const plans = planParts(model);
    const sources = foldersOf(
      model,
      [...operations.keys()].map((id) => `operation/${id}`),
    );
    const module = createModule('client/client.ts', 'client', sources);
    module.use('createCaller', '@tollwright/runtime/client/caller');
    module.useType('ClientOptions', '@tollwright/runtime/client/caller');
    module.use('methodsOf', '@tollwright/runtime/client/methods');
    const { lifecycles, pollings } = pollsOf(model, module);
    const methods = [...operations].flatMap(([id, placed]) =>
      methodsOf(model, placed, plans.get(id) ?? [], module, pollings),
    );
    const makers = ['call', 'stream', 'callAndWait', 'pollUntilEnded'].filter((maker) =>
      methods.some(({ made }) => made.startsWith(`${maker}<`)),
    );
    return [
      module.render('client.ts', { methods, makers: makers.join(', '), lifecycles, pollings: [...pollings.values()] }),
    ];
  },
};

function methodsOf(
  model: Model,
  placed: readonly Placed[],
  plans: readonly PartPlan[],
  module: Module,
  pollings: ReadonlyMap<string, Constant>,
): Method[] {
  const [first] = placed;
  if (!first || first.value.closed) return [];
  const operation = first.value;
  const given = partsOf(plans, first, module);
  const result = resultOf(placed, module);
  const args = [operation.id, ...given.parts].map((each) => literal(each));
  const call: Method = {
    name: camelCase(operation.id),
    doc: docstring(sentence(operation.summary)),
    made: `call<${result}${given.parts.length > 0 ? `, ${given.types}` : ''}>(${args.join(', ')})`,
  };
  return [call, ...streamOf(placed, given), ...waitsOf(model, placed, given, module, pollings)];
}

/** The arguments of a method. A part that has no required field may be left out. */
function partsOf(plans: readonly PartPlan[], { view }: Placed, module: Module): Given {
  const sorted = plans.toSorted((a, b) => Number(isOptional(a, view.schemas)) - Number(isOptional(b, view.schemas)));
  const types = sorted.map((plan) => {
    const type = typeName(module, referenceOf(plan.typeSchema) ?? plan.type);
    return `${plan.part}${isOptional(plan, view.schemas) ? '?' : ''}: ${type}`;
  });
  return { types: `[${types.join(', ')}]`, parts: sorted.map(({ part }) => part) };
}

function isOptional({ part, typeSchema }: PartPlan, schemas: Readonly<Record<string, JsonSchema>>): boolean {
  const name = referenceOf(typeSchema);
  const { required } = name === undefined ? typeSchema : (schemas[name] ?? {});
  return part === 'query' && (!Array.isArray(required) || required.length === 0);
}

/** The method that reads an answer as a stream; where one field of the body asks for the stream, it sets that field. */
function streamOf(placed: readonly Placed[], given: Given): Method[] {
  const operation = placed.map(({ value }) => value).find(({ stream }) => stream);
  if (!operation?.stream) return [];
  const { tree } = operation.stream.when;
  const asks = tree.op === 'field' && tree.of.op === 'variable' && tree.of.name === 'request' ? tree.name : undefined;
  const args = [operation.id, { asks, done: operation.stream.done }, ...given.parts].map((each) => literal(each));
  const name = camelCase(operation.id);
  return [
    {
      name: `stream${pascalCase(operation.id)}`,
      doc: docstring(`Calls \`${name}\` and gives its events as they are made.`),
      made: `stream<${given.types}>(${args.join(', ')})`,
    },
  ];
}
