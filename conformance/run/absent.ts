import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@tollwright/runtime/values';
import type { Received } from '../check/exchange.ts';
import { NotTestable } from '../check/interruption.ts';
import type { Contract, Operation, Rule, Scenario } from '../contract/contract.ts';
import type { Client } from '../http/client.ts';
import { parseJson } from '../http/events.ts';

import { sampleOf } from '../requests/sample.ts';
import type { Target } from '../target/target.ts';
import { buildRequest } from './request.ts';

/** A contract without the operations that a deployment lacks and may lack. */
export interface Present {
  readonly contract: Contract;
  /** Why rules cannot be tested here, by their ids. */
  readonly untestable: ReadonlyMap<string, string>;
  readonly requests: number;
}

/** Operations asked for at the same time. */
const atOnce = 8;

/** Asks for each operation that the host is only assumed to have, and leaves out those that are not there. */
export async function leaveOutAbsent(
  client: Pick<Client, 'exchange'>,
  contract: Contract,
  target: Target,
): Promise<Present> {
  const unsure = contract.operations.filter(({ presence }) => presence === 'assumed');
  if (unsure.length === 0) return { contract, untestable: new Map(), requests: 0 };
  const unknown = unknownPaths(contract);
  const asked = [...unsure, ...unknown, ...unknown];
  const answers: (Answer | undefined)[] = [];
  while (answers.length < asked.length) {
    const some = asked.slice(answers.length, answers.length + atOnce);
    answers.push(...(await Promise.all(some.map((operation) => answerOf(client, operation, target)))));
  }
  const first = answers.slice(unsure.length, unsure.length + unknown.length);
  const again = answers.slice(unsure.length + unknown.length);
  const absent = new Set(unsure.filter((_, index) => isAbsent(answers[index], first, again)).map(({ id }) => id));
  if (absent.size === 0) return { contract, untestable: new Map(), requests: answers.length };
  return { ...without(contract, absent), requests: answers.length };
}

/** A contract without some operations and what is told of them, and the rules that go with them. */
export function without(contract: Contract, absent: ReadonlySet<string>): Omit<Present, 'requests'> {
  const untestable = new Map<string, string>();
  for (const rule of contract.rules) {
    const missing = operationsBehind(rule, contract).find((id) => absent.has(id));
    if (missing !== undefined)
      untestable.set(rule.id, `This deployment has no ${missing}, and the documents do not say that it has to.`);
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

/** The operations without which a rule says nothing. */
function operationsBehind(rule: Rule, contract: Contract): readonly string[] {
  if (rule.operation !== undefined) return [rule.operation];
  if (rule.kind === 'scenario') return storiesOn(contract, ({ id }) => id === rule.subject);
  if (rule.kind !== 'transition' && rule.kind !== 'invariant') return [];
  const machine = Object.values(contract.machines).find(({ transitions, always }) =>
    [...transitions, ...always].some(({ id }) => id === rule.subject),
  );
  const own = contract.operations.filter((operation) => machine && operation.machine?.id === machine.id);
  const shownBy = machine?.transitions.find(({ id }) => id === rule.subject)?.shownBy;
  return [
    ...own.map(({ id }) => id),
    ...storiesOn(contract, ({ expects }) => expects.some(({ id }) => id === shownBy)),
  ];
}

function storiesOn({ scenarios }: Contract, chosen: (scenario: Scenario) => boolean): readonly string[] {
  return scenarios.filter(chosen).flatMap(({ steps }) => steps.flatMap(stepsOn));
}

function stepsOn({ call, upstream }: Contract['scenarios'][number]['steps'][number]): readonly string[] {
  return [call, upstream?.operation].filter((id) => id !== undefined);
}

/** Paths that no host has, asked in both ways and without a key, which a run at the free level does not have. */
function unknownPaths({ host, operations }: Contract): readonly Operation[] {
  const path = `${host.prefix}/tollwright-unknown-path`;
  return (['GET', 'POST'] as const).flatMap((method) => {
    const model = operations.find((operation) => operation.method === method);
    if (!model) return [];
    const { params: _, query: __, ...rest } = model;
    return [{ ...rest, auth: 'none', path, template: path, example: method === 'POST' ? { body: {} } : {} }];
  });
}

async function answerOf(
  client: Pick<Client, 'exchange'>,
  operation: Operation,
  target: Target,
): Promise<Answer | undefined> {
  try {
    const sent = buildRequest(sampleOf(operation), { target, ...(target.apiKey && { apiKey: target.apiKey }) });
    return { path: sent.path, received: await client.exchange(sent) };
  } catch (error) {
    if (error instanceof NotTestable) return undefined;
    throw error;
  }
}

interface Answer {
  readonly path: string;
  readonly received: Received;
}

/** A resource that does not exist answers 404 in other words than a path that does not exist, which was asked for twice. */
function isAbsent(
  answer: Answer | undefined,
  unknown: readonly (Answer | undefined)[],
  again: readonly (Answer | undefined)[],
): boolean {
  if (!answer) return false;
  const { status } = answer.received;
  if (status !== 404) return status === 405;
  const body = bodyOf(answer);
  return unknown.some((each, index) => {
    if (each?.received.status !== 404) return false;
    const other = bodyOf(each);
    return isObject(other) ? saysSame(body, other, bodyOf(again[index])) : body === other;
  });
}

/** The body of an answer without the path that was asked for; a text where it is no JSON. */
function bodyOf(answer: Answer | undefined): unknown {
  const text = answer?.received.text.replaceAll(answer.path, '') ?? '';
  return parseJson(text) ?? text;
}

/** True for an answer that says what another one does, but for what moves when that one is given again. */
function saysSame(answer: unknown, other: unknown, again: unknown): boolean {
  if (isObject(answer) && isObject(other) && isObject(again)) {
    const names = new Set([...Object.keys(answer), ...Object.keys(other)]);
    return [...names].every((name) => saysSame(answer[name], other[name], again[name]));
  }
  return isDeepStrictEqual(other, again) ? isDeepStrictEqual(answer, other) : typeof answer === typeof other;
}
