import { pointerSegments } from '@hyperjump/json-pointer';
import { combinedSchemas } from '../json-schema/combine.ts';
import { referenceOf } from '../json-schema/walk.ts';
import type { JsonSchema, Model, Operation } from '../model/types.ts';
import { type Code, code, join, symbol, typeSymbol } from '../output/code.ts';
import { printModule } from '../output/module.ts';
import { foldersOf } from '../output/sources.ts';
import { renderCode } from '../output/templating.ts';
import {
  type Constant,
  type Method,
  type MethodArguments,
  made,
  makers,
  pollsOf,
  resultOf,
  typeName,
  waitsOf,
} from './client-waits.ts';
import type { Emitter } from './emitter.ts';
import { sentTypeOf } from './types/requests.ts';
import { docstring, literal, sentence } from './typescript/literal.ts';
import { camelCase, pascalCase } from './typescript/names.ts';
import { type Part, type PartPlan, planParts } from './typescript/parts.ts';
import { type HostOperation, operationsOf } from './typescript/variants.ts';

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
    const { lifecycles, pollings } = pollsOf(model);
    const methods = [...operations].flatMap(([id, placed]) => methodsOf(model, placed, plans.get(id) ?? [], pollings));
    const used = makers.filter((maker) => methods.some((method) => method.maker === maker));
    const body = renderCode('client.ts', {
      createCaller: symbol('createCaller', '@tollwright/runtime/client/caller'),
      ClientOptions: typeSymbol('ClientOptions', '@tollwright/runtime/client/caller'),
      methodsOf: symbol('methodsOf', '@tollwright/runtime/client/methods'),
      makers: used.join(', '),
      methods: methods.map(({ name, doc, made }) => ({ name, doc, made })),
      lifecycles: lifecycles.map(({ name, value }) => ({ name, value })),
      pollings: [...pollings.values()].map(({ name, value }) => ({
        name,
        value,
        Polling: typeSymbol('Polling', '@tollwright/runtime/client/wait'),
      })),
    });
    return [printModule({ path: 'client/client.ts', emitter: 'client', sources }, [body])];
  },
};

function methodsOf(
  model: Model,
  placed: readonly HostOperation[],
  plans: readonly PartPlan[],
  pollings: ReadonlyMap<string, Constant>,
): Method[] {
  const [first] = placed;
  if (!first || first.value.closed) return [];
  const operation = first.value;
  const given = partsOf(model, plans);
  const result = resultOf(placed);
  const args = [operation.id, ...given.parts].map((each) => literal(each));
  const call: Method = {
    name: camelCase(operation.id),
    doc: docstring(sentence(operation.summary), operation.deprecated && '@deprecated'),
    ...made('call', given.parts.length > 0 ? [result, given.types] : [result], args),
  };
  return [
    call,
    ...pagesMethod(operation, result, given),
    ...streamOf(placed, given),
    ...waitsOf(model, placed, given, pollings),
  ];
}

/** The parts of a request that the method of an operation takes, in the order of its arguments. */
export function argumentsOf(model: Model, operation: string): readonly Part[] {
  return inOrder(model, planParts(model).get(operation) ?? []).map(({ part }) => part);
}

function inOrder(model: Model, plans: readonly PartPlan[]): readonly PartPlan[] {
  const schemas = combinedSchemas(model.hosts);
  return plans.toSorted((a, b) => Number(isOptional(a, schemas)) - Number(isOptional(b, schemas)));
}

/** The arguments of a method. A part that has no required field may be left out. */
function partsOf(model: Model, plans: readonly PartPlan[]): MethodArguments {
  const schemas = combinedSchemas(model.hosts);
  const sorted = inOrder(model, plans);
  const types = sorted.map((plan) => {
    return code`${plan.part}${isOptional(plan, schemas) ? '?' : ''}: ${sentTypeOf(model, plan)}`;
  });
  return { types: code`[${join(types, ', ')}]`, parts: sorted.map(({ part }) => part) };
}

function isOptional({ part, typeSchema }: PartPlan, schemas: Readonly<Record<string, JsonSchema>>): boolean {
  const name = referenceOf(typeSchema);
  const { required } = name === undefined ? typeSchema : (schemas[name] ?? {});
  return (part === 'query' || part === 'headers') && (!Array.isArray(required) || required.length === 0);
}

/** The method that reads page after page. */
function pagesMethod({ id, pages }: Operation, result: Code, given: MethodArguments): Method[] {
  if (!pages) return [];
  const name = camelCase(id);
  const paging = { cursor: pages.cursor, next: [...pointerSegments(pages.next)] };
  const args = [id, paging, ...given.parts].map((each) => literal(each));
  return [
    {
      name: `${name}Pages`,
      doc: docstring(`Calls \`${name}\` for page after page. Each page is a call of its own.`),
      ...made('pages', [result, given.types], args),
    },
  ];
}

/** The method that reads a response as a stream; it sets the field of the body that requests one. */
function streamOf(placed: readonly HostOperation[], given: MethodArguments): Method[] {
  const operation = placed.map(({ value }) => value).find(({ stream }) => stream);
  if (!operation?.stream) return [];
  const { tree } = operation.stream.when;
  const flag = tree.op === 'field' && tree.of.op === 'variable' && tree.of.name === 'request' ? tree.name : undefined;
  const events = operation.stream.events && referenceOf(operation.stream.events);
  const event = events === undefined ? 'unknown' : typeName(events);
  const args = [operation.id, { flag, done: operation.stream.done }, ...given.parts].map((each) => literal(each));
  const name = camelCase(operation.id);
  return [
    {
      name: `stream${pascalCase(operation.id)}`,
      doc: docstring(`Calls \`${name}\` and yields its events as they arrive.`),
      ...made('stream', [event, given.types], args),
    },
  ];
}
