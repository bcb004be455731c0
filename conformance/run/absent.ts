import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@tollwright/runtime/values/json';
import type { Contract, Operation, Rule, Scenario } from '../contract/contract.ts';
import type { Client } from '../http/client.ts';
import { parseJson } from '../http/events.ts';
import type { Invocation, ReceivedResponse } from '../http/exchange.ts';
import { NotTestable } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { buildRequest, type RequestParts } from './request.ts';

/** A contract without the operations that a deployment lacks and may lack. */
export interface Present {
  readonly contract: Contract;
  /** Why rules cannot be tested here, by their ids. */
  readonly untestable: ReadonlyMap<string, string>;
  readonly requests: number;
}

/** Operations called at the same time. */
const concurrency = 8;

/** Calls each operation that the host is only assumed to have, and leaves out those that do not exist. */
export async function leaveOutAbsent(
  client: Pick<Client, 'exchange'>,
  contract: Contract,
  given: RequestParts,
): Promise<Present> {
  // With an unknown key, a served operation refuses the request, and an absent one is an unknown path.
  const parts = contract.host.auth === 'bearer' ? { ...given, apiKey: given.apiKey ?? unknownKey } : given;
  const assumed = contract.operations.filter(({ presence }) => presence === 'assumed');
  if (assumed.length === 0) return { contract, untestable: new Map(), requests: 0 };
  const unknown = unknownPaths(contract);
  const called = [...assumed, ...unknown, ...unknown];
  const responses: (PathResponse | undefined)[] = [];
  while (responses.length < called.length) {
    const some = called.slice(responses.length, responses.length + concurrency);
    responses.push(...(await Promise.all(some.map((operation) => responseOf(client, operation, parts)))));
  }
  const first = responses.slice(assumed.length, assumed.length + unknown.length);
  const again = responses.slice(assumed.length + unknown.length);
  const absent = new Set<string>();
  let requests = responses.length;
  for (const [index, operation] of assumed.entries()) {
    const answer = responses[index];
    const isUnknown = isAbsent(answer, first, again) || (operation.auth === 'none' && isGuarded(answer, first));
    if (!isUnknown && answer?.received.status !== 404) continue;
    requests += isUnknown ? 0 : 2;
    if (isUnknown || (await hasNoMethod(client, operation, answer, parts))) absent.add(operation.id);
  }
  for (const { id } of closedWithOthers(assumed, absent)) absent.delete(id);
  if (absent.size === 0) return { contract, untestable: new Map(), requests };
  return { ...without(contract, absent), requests };
}

/** Requests that show which of the operations a target lacks that it may lack, where it lacks none. */
export function callsForAbsent(contract: Contract): number {
  const assumed = contract.operations.filter(({ presence }) => presence === 'assumed');
  return assumed.length === 0 ? 0 : assumed.length + 2 * unknownPaths(contract).length;
}

/** Operations that are absent although the documents close them together with operations that are served: the sentence closes all of them. */
function closedWithOthers(operations: readonly Operation[], absent: ReadonlySet<string>): readonly Operation[] {
  const served = new Set(operations.filter(({ id }) => !absent.has(id)).flatMap(({ closed }) => closed ?? []));
  return operations.filter(({ id, closed }) => absent.has(id) && closed !== undefined && served.has(closed));
}

/** Whether an operation has the response of a method that no path supports, which may be 404 with a body of its own. */
async function hasNoMethod(
  client: Pick<Client, 'exchange'>,
  operation: Operation,
  answer: PathResponse | undefined,
  parts: RequestParts,
): Promise<boolean> {
  const unsupported = () => responseOf(client, operation, parts, 'PATCH');
  return isAbsent(answer, [await unsupported()], [await unsupported()]);
}

/** A contract without some operations, and the rules that cannot be tested without them. */
export function without(contract: Contract, absent: ReadonlySet<string>): Omit<Present, 'requests'> {
  const untestable = new Map<string, string>();
  for (const rule of contract.rules) {
    const missing = operationsBehind(rule, contract).find((id) => absent.has(id));
    if (missing !== undefined)
      untestable.set(rule.id, `This deployment does not serve ${missing}, which the documents do not require.`);
  }
  return {
    untestable,
    contract: {
      ...contract,
      operations: contract.operations.filter(({ id }) => !absent.has(id)),
      scenarios: contract.scenarios.filter(
        ({ steps }) => !steps.some((step) => stepsOn(step).some((id) => absent.has(id))),
      ),
      limits: contract.limits.map((limit) => ({
        ...limit,
        operations: limit.operations.filter((id) => !absent.has(id)),
      })),
    },
  };
}

/** The operations without which a rule cannot be tested: of a scenario, those of its steps. */
export function operationsBehind(rule: Rule, contract: Contract): readonly string[] {
  if (rule.operation !== undefined) return [rule.operation];
  if (rule.kind === 'scenario') return scenarioOperations(contract, ({ id }) => id === rule.subject);
  if (rule.kind !== 'transition' && rule.kind !== 'invariant') return [];
  const machine = Object.values(contract.machines).find(({ transitions, always }) =>
    [...transitions, ...always].some(({ id }) => id === rule.subject),
  );
  const own = contract.operations.filter((operation) => machine && operation.machine?.id === machine.id);
  const shownBy = machine?.transitions.find(({ id }) => id === rule.subject)?.shownBy;
  return [
    ...own.map(({ id }) => id),
    ...scenarioOperations(contract, ({ expects }) => expects.some(({ id }) => id === shownBy)),
  ];
}

function scenarioOperations({ scenarios }: Contract, chosen: (scenario: Scenario) => boolean): readonly string[] {
  return scenarios.filter(chosen).flatMap(({ steps }) => steps.flatMap(stepsOn));
}

function stepsOn({ call, upstream }: Contract['scenarios'][number]['steps'][number]): readonly string[] {
  return [call, upstream?.operation].filter((id) => id !== undefined);
}

/** Unknown paths, with both methods. */
function unknownPaths({ host, operations }: Contract): readonly Operation[] {
  const path = `${host.prefix}/tollwright-unknown-path`;
  return (['GET', 'POST'] as const).flatMap((method) => {
    const model = operations.find((operation) => operation.method === method);
    if (!model) return [];
    const { params: _, query: __, ...rest } = model;
    return [{ ...rest, auth: 'none', path, template: path, example: method === 'POST' ? { body: {} } : {} }];
  });
}

async function responseOf(
  client: Pick<Client, 'exchange'>,
  operation: Operation,
  parts: RequestParts,
  method: string = operation.method,
): Promise<PathResponse | undefined> {
  try {
    const sent = buildRequest({ ...uncharged(operation), method }, parts);
    return { path: sent.path, received: await client.exchange(sent) };
  } catch (error) {
    if (error instanceof NotTestable) return undefined;
    throw error;
  }
}

const unknownKey = 'tollwright-unknown-key';

/** A body that is not JSON: refused where the operation is served, and charged nowhere. */
const malformed = { text: '{', contentType: 'application/json' };

/** A request that shows whether an operation is served and costs nothing; throws `NotTestable` where there is none. */
function uncharged(operation: Operation): Invocation {
  if (operation.auth !== 'key' || !operation.price) return sampleOf(operation);
  if (operation.method === 'GET') throw new NotTestable('means', 'A request with an API key would be charged.');
  const { body: _, ...sample } = sampleOf(operation);
  return { ...sample, raw: malformed };
}

interface PathResponse {
  readonly path: string;
  readonly received: ReceivedResponse;
}

/** Whether an operation is absent: its response is that of an unknown path, which was requested twice. An unknown resource has a different body. */
function isAbsent(
  answer: PathResponse | undefined,
  unknown: readonly (PathResponse | undefined)[],
  again: readonly (PathResponse | undefined)[],
): boolean {
  if (!answer) return false;
  const { status } = answer.received;
  if (status !== 404) return status === 405;
  const body = bodyOf(answer);
  return unknown.some((each, index) => {
    if (each?.received.status !== 404) return false;
    const other = bodyOf(each);
    return isObject(other) ? isSameBody(body, other, bodyOf(again[index])) : body === other;
  });
}

/** Whether a target asks for a key where an operation needs none, as it does on an unknown path. */
function isGuarded(answer: PathResponse | undefined, unknown: readonly (PathResponse | undefined)[]): boolean {
  return answer?.received.status === 401 && unknown.some((each) => each?.received.status === 401);
}

/** The body of a response without the path of the request; a text where it is no JSON. */
function bodyOf(answer: PathResponse | undefined): unknown {
  const text = (answer ? spellingsOf(answer.path) : []).reduce(
    (rest, path) => rest.replaceAll(path, ''),
    answer?.received.text ?? '',
  );
  return parseJson(text) ?? text;
}

/** The spellings in which a response may repeat the path of its request: with and without its query, and decoded. */
function spellingsOf(sent: string): readonly string[] {
  const [path = sent] = sent.split('?');
  return [sent, path, decodeURIComponent(path)];
}

/** True for a body that equals another, except for values that change when that one is requested again. */
function isSameBody(answer: unknown, other: unknown, again: unknown): boolean {
  if (isObject(answer) && isObject(other) && isObject(again)) {
    const names = new Set([...Object.keys(answer), ...Object.keys(other)]);
    return [...names].every((name) => isSameBody(answer[name], other[name], again[name]));
  }
  return isDeepStrictEqual(other, again) ? isDeepStrictEqual(answer, other) : typeof answer === typeof other;
}
