import { pointerSegments } from '@hyperjump/json-pointer';
import { referenceOf } from '../json-schema/walk.ts';
import type { Machine, Model, Operation } from '../model/types.ts';
import { print } from '../output/code-tree.ts';
import { type Code, code, join, member, namespace, variable } from '../output/code.ts';
import { docstring, literal, literalFields, objectLiteral } from './typescript/literal.ts';
import { camelCase } from './typescript/names.ts';
import { type HostOperation, operationsOf } from './typescript/variants.ts';

/** One method of the client, laid out. */
export interface Method {
  readonly name: string;
  readonly doc: string;
  /** The function of the runtime that makes it. */
  readonly maker: Maker;
  /** The call of that function. */
  readonly made: Code;
}

/** The functions of the runtime that make methods. */
export const makers = ['call', 'stream', 'pages', 'callAndWait', 'pollUntilEnded'] as const;

/** One of them. */
export type Maker = (typeof makers)[number];

/** The call that makes a method, with its type arguments. */
export function made(maker: Maker, types: readonly Code[], args: readonly Code[]): Pick<Method, 'maker' | 'made'> {
  return { maker, made: code`${maker}<${join(types, ', ')}>(${join(args, ', ')})` };
}

/** The arguments of a method: the type of their list, and the parts of the request that they are. */
export interface MethodArguments {
  readonly types: Code;
  readonly parts: readonly string[];
}

/** The type of the bodies of successful responses, with a status of at most `last`. */
export function resultOf(placed: readonly HostOperation[], last = 299): Code {
  const schemas = placed.flatMap(({ value }) => value.responses.filter(({ http }) => http <= last));
  const others = schemas.flatMap(({ also = [] }) => also.map(typeOfContent));
  const names = schemas.map(({ schema, contentType }): Code => {
    if (contentType.startsWith('text/')) return 'string';
    const name = schema && referenceOf(schema);
    return name === undefined ? 'unknown' : typeName(name);
  });
  const distinct = new Map([...names, ...others].map((name) => [print(name), name]));
  // What is unknown may be anything.
  return distinct.size === 0 || distinct.has('unknown') ? 'unknown' : join([...distinct.values()], ' | ');
}

/** The type of a body that is no JSON. */
function typeOfContent(contentType: string): string {
  return contentType.startsWith('text/') ? 'string' : 'Uint8Array';
}

/** The name of a type of what callers send and receive. */
export function typeName(name: string): Code {
  return member(namespace('types', 'types/responses.ts', 'types'), name);
}

/** A constant of the client's module. */
export interface Constant {
  readonly name: Code;
  readonly value: Code;
}

/** The resources that the client polls. */
export interface Polls {
  /** The lifecycles of what changes, one for each machine. */
  readonly lifecycles: readonly Constant[];
  /** How they are polled, by the id of the operation that polls. */
  readonly pollings: ReadonlyMap<string, Constant>;
}

/** The resources that the client polls. */
export function pollsOf(model: Model): Polls {
  const lifecycles = new Map<string, Constant>();
  const pollings = new Map<string, Constant>();
  for (const [id, [first]] of operationsOf(model)) {
    const { machine } = first?.value ?? {};
    const life = machine?.role === 'poll' ? first?.view.machines[machine.id] : undefined;
    const [place, lived] = [first && placeOf(first.value), life && lifeOf(life)];
    // Only the caller decides to make a poll that costs money.
    if (!machine || !lived || !place || first?.value.price) continue;
    const name = variable(camelCase(machine.id));
    // Equal lifecycles are written once.
    const alike = [...lifecycles].find(([other, { value }]) => value === literal(lived) && other !== machine.id);
    lifecycles.set(machine.id, { name, value: alike?.[1].name ?? literal(lived) });
    const value = objectLiteral(literalFields({ operation: id, ...place }), name);
    pollings.set(id, { name: variable(`${camelCase(id)}Polling`), value });
  }
  return { lifecycles: [...lifecycles.values()], pollings };
}

/** The method that waits: for the job that an operation may create, or for the resource that a poll reads. */
export function waitsOf(
  model: Model,
  placed: readonly HostOperation[],
  given: MethodArguments,
  pollings: ReadonlyMap<string, Constant>,
): Method[] {
  const found = placed.flatMap(({ view, value }) => pollOf(view, value).map((poll) => ({ value, poll })));
  const [first] = found;
  const polling = first && pollings.get(first.poll.id);
  if (!first || !polling) return [];
  const { value, poll } = first;
  const isOwn = value.id === poll.id;
  // A response that only accepts the request has no result yet.
  const ready = [...placed, ...(operationsOf(model).get(poll.id) ?? [])].filter(({ value: { responses } }) =>
    responses.some(({ http }) => http === 200),
  );
  const name = camelCase(value.id);
  const result = resultOf(ready, 200);
  const parts = given.parts.map((part) => literal(part));
  return [
    isOwn
      ? {
          name: `${name}UntilEnded`,
          doc: docstring(`Calls \`${name}\` until the state it returns is final.`),
          ...made('pollUntilEnded', [result, given.types], [polling.name, ...parts]),
        }
      : {
          name: `${name}AndWait`,
          doc: docstring(`Calls \`${name}\` and, if it returns a job, polls until the job has ended.`),
          ...made('callAndWait', [result, given.types], [literal(value.id), polling.name, ...parts]),
        },
  ];
}

/** The poll of what a call creates: the one under the same path, if there are several. A poll of what no call creates is its own. */
function pollOf({ operations }: HostOperation['view'], operation: Operation): Operation[] {
  const { machine, path } = operation;
  if (!machine) return [];
  const polls = operations.filter((other) => other.machine?.role === 'poll' && other.machine.id === machine.id);
  if (machine.role === 'create') {
    const beside = polls.find((poll) => poll.path.startsWith(`${path}/{`));
    return [beside, ...polls].slice(0, 1).flatMap((poll) => poll ?? polls.slice(0, 1));
  }
  const isCreated = operations.some((other) => other.machine?.role === 'create' && other.machine.id === machine.id);
  return isCreated ? [] : [operation];
}

/** Seconds that a job may take whose machine sets no term. */
const maxWaitSeconds = 3600;

/** The lifecycle of what the client polls; `undefined` where polls return no state. */
function lifeOf(machine: Machine) {
  const { state, id } = machine.reads;
  const ends = endsOf(machine);
  if (state === undefined || id === undefined || ends.length === 0) return undefined;
  const stated = machine.transitions.every(({ status }) => status === 'stated' || status === 'derived');
  const terms = machine.transitions.flatMap(({ after }) => after ?? []);
  const freed = machine.transitions.filter(({ effects }) => effects.includes('release')).map(({ to }) => to);
  return {
    state: [...pointerSegments(state)],
    id: [...pointerSegments(id)],
    ends,
    ...(stated && { follows: followsOf(machine) }),
    free: [...new Set(freed)],
    patience: (Math.max(...terms, 0) || maxWaitSeconds) * 1000,
  };
}

/** States that are never left. */
function endsOf({ states, transitions }: Machine): string[] {
  const isLeft = (state: string) => transitions.some(({ from, to }) => from.includes(state) && to !== state);
  return Object.entries(states).flatMap(([name, { final }]) => (final || !isLeft(name) ? [name] : []));
}

/** Where a poll names what it reads: in its path, or in the only required field of its query. */
function placeOf({ path, query }: Operation): { part: string; name: string } | undefined {
  const parameter = /\{(\w+)\}/.exec(path)?.[1];
  if (parameter !== undefined) return { part: 'params', name: parameter };
  const required = query?.required;
  const [name] = Array.isArray(required) && required.length === 1 ? required : [];
  return typeof name === 'string' ? { part: 'query', name } : undefined;
}

/** The states that a poll may return after each state, itself included: polls may miss those between. */
function followsOf({ states, transitions }: Machine): Record<string, string[]> {
  const reachable = (from: string): string[] => {
    const found = new Set([from]);
    for (const state of found) {
      for (const { from: left, to } of transitions) if (left.includes(state)) found.add(to);
    }
    return [...found];
  };
  return Object.fromEntries(Object.keys(states).map((state) => [state, reachable(state)]));
}
