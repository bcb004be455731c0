import type { Emitter } from '../emitter.ts';
import { referenceOf } from '../json-schema/walk.ts';
import type { JsonSchema, Model, Operation } from '../model/types.ts';
import { createModule, type Module } from '../output/module.ts';
import { foldersOf } from './typescript/folders.ts';
import { docstring, literal, sentence } from './typescript/literal.ts';
import { camelCase, pascalCase } from './typescript/names.ts';
import { type PartPlan, planParts } from './typescript/parts.ts';
import { operationsOf, type Placed } from './typescript/variants.ts';

/** One method of the client, laid out. */
interface Method {
  readonly name: string;
  readonly doc: string;
  readonly parameters: string;
  readonly body: string;
}

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
    module.use('createCaller', '#runtime/client/caller.ts');
    module.useType('ClientOptions', '#runtime/client/caller.ts');
    const methods = [...operations].flatMap(([id, placed]) => methodsOf(model, placed, plans.get(id) ?? [], module));
    return [module.render('client.ts', { methods })];
  },
};

function methodsOf(model: Model, placed: readonly Placed[], plans: readonly PartPlan[], module: Module): Method[] {
  const [first] = placed;
  if (!first || first.value.closed) return [];
  const operation = first.value;
  const settings = module.useType('Settings', '#runtime/client/caller.ts');
  const given = partsOf(plans, first, module);
  const result = resultOf(placed, module);
  const id = literal(operation.id);
  const call: Method = {
    name: camelCase(operation.id),
    doc: docstring(sentence(operation.summary)),
    parameters: [...given.parameters, `settings?: ${settings}`].join(', '),
    body: `caller.call<${result}>(${id}, ${given.value}, settings)`,
  };
  return [call, ...streamOf(placed, given, id, settings), ...waitOf(model, placed, given, id, module)];
}

/** The arguments of a method, and what it makes of them. A part that has no required field may be left out. */
function partsOf(plans: readonly PartPlan[], { view }: Placed, module: Module) {
  const sorted = plans.toSorted((a, b) => Number(isOptional(a, view.schemas)) - Number(isOptional(b, view.schemas)));
  const parameters = sorted.map((plan) => {
    const type = module.useType(referenceOf(plan.typeSchema) ?? plan.type, 'types.ts');
    return `${plan.part}${isOptional(plan, view.schemas) ? '?' : ''}: ${type}`;
  });
  return {
    parameters,
    value: `{ ${sorted.map(({ part }) => part).join(', ')} }`,
    parts: sorted.map(({ part }) => part),
  };
}

function isOptional({ part, typeSchema }: PartPlan, schemas: Readonly<Record<string, JsonSchema>>): boolean {
  const name = referenceOf(typeSchema);
  const { required } = name === undefined ? typeSchema : (schemas[name] ?? {});
  return part === 'query' && (!Array.isArray(required) || required.length === 0);
}

/** What a call answers with when it succeeds, with a status of at most `last`. */
function resultOf(placed: readonly Placed[], module: Module, last = 299): string {
  const schemas = placed.flatMap(({ value }) => value.responses.filter(({ http }) => http <= last));
  const names = schemas.map(({ schema, contentType }) => {
    if (contentType.startsWith('text/')) return 'string';
    const name = schema && referenceOf(schema);
    return name === undefined ? 'unknown' : module.useType(name, 'types.ts');
  });
  return [...new Set(names)].join(' | ') || 'unknown';
}

type Given = ReturnType<typeof partsOf>;

/** The method that reads an answer as a stream; where one field of the body asks for the stream, it sets that field. */
function streamOf(placed: readonly Placed[], given: Given, id: string, settings: string): Method[] {
  const operation = placed.map(({ value }) => value).find(({ stream }) => stream);
  if (!operation?.stream) return [];
  const { tree } = operation.stream.when;
  const asks = tree.op === 'field' && tree.of.op === 'variable' && tree.of.name === 'request' ? tree.name : undefined;
  const parts = given.parts.map((part) =>
    part === 'body' && asks !== undefined ? `body: { ...body, ${JSON.stringify(asks)}: true }` : part,
  );
  return [
    {
      name: `stream${pascalCase(operation.id)}`,
      doc: docstring(`${sentence(operation.summary)} Its events come as they are made.`),
      parameters: [...given.parameters, `settings?: ${settings}`].join(', '),
      body: `caller.stream(${id}, { ${parts.join(', ')} }, ${literal(operation.stream.done) ?? 'undefined'}, settings)`,
    },
  ];
}

/** The method that waits for the job which an operation may create. */
function waitOf(model: Model, placed: readonly Placed[], given: Given, id: string, module: Module): Method[] {
  const found = placed.flatMap(({ view, value }) =>
    pollOf(view.operations, value).map((poll) => ({ view, value, poll })),
  );
  const [first] = found;
  const machine = first?.value.machine && first.view.machines[first.value.machine.id];
  const parameter = first && /\{(\w+)\}/.exec(first.poll.path)?.[1];
  if (!first || !machine?.reads.state || !machine.reads.id || parameter === undefined) return [];
  const polled = operationsOf(model).get(first.poll.id) ?? [];
  const ended = [placed, polled].flatMap((each) => resultOf(each, module, 200).split(' | '));
  const results = [...new Set(ended)].join(' | ');
  const polling = {
    operation: first.poll.id,
    parameter,
    state: keysOf(machine.reads.state),
    id: keysOf(machine.reads.id),
  };
  const wait = module.use('callAndWait', '#runtime/client/wait.ts');
  const waiting = module.useType('Waiting', '#runtime/client/wait.ts');
  return [
    {
      name: `${camelCase(first.value.id)}AndWait`,
      doc: docstring(`${sentence(first.value.summary)} Where that takes longer, polls until it has ended.`),
      parameters: [...given.parameters, `waiting?: ${waiting}`].join(', '),
      body: `${wait}<${results}>(caller, ${id}, ${given.value}, ${literal(polling)}, waiting)`,
    },
  ];
}

/** The polls of what an operation answers with 202; what it answers otherwise is no job to wait for. */
function pollOf(operations: readonly Operation[], { machine, responses }: Operation): Operation[] {
  if (machine?.role !== 'create' || responses.every(({ http }) => http !== 202)) return [];
  return operations.filter((other) => other.machine?.role === 'poll' && other.machine.id === machine.id);
}

function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
