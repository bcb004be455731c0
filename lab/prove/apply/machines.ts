import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { isObject } from '@tollwright/runtime/values/json';
import { fieldsOf } from '#conformance/common/json.ts';
import type { Machine, Transition } from '#conformance/contract/contract.ts';
import type { Parts } from '#gateway/start.ts';
import type { Application, Pair } from './contracts.ts';
import { alterResponses, jsonOf, withJson } from './responses.ts';

/** An emitted transition. */
type EmittedTransition = Record<string, unknown> & { readonly id: string };

const builtIn = new URL('../../../generated/machines/', import.meta.url).href;

/** The lists of transitions that the emitted machines use, by machine. */
type Lists = ReadonlyMap<string, EmittedTransition[]>;

/** The transitions of the machines that are emitted into a folder, by default that of the built-in service. */
export async function emittedMachines(folder = builtIn): Promise<Lists> {
  const found = new Map<string, EmittedTransition[]>();
  // A service without jobs has none.
  if (!existsSync(new URL(folder))) return found;
  for (const file of await readdir(new URL(folder))) {
    const exported: Readonly<Record<string, unknown>> = await import(new URL(file, folder).href);
    for (const machine of Object.values(exported).filter(isObject)) {
      const { id, transitions, step } = machine;
      if (typeof id === 'string' && Array.isArray(transitions) && typeof step === 'function')
        found.set(id, transitions);
    }
  }
  return found;
}

/** Changed machines that can be restored. */
export interface Restorable {
  restore(): void;
}

/**
 * Changes the transitions of the emitted machines until they are restored.
 *
 * Handlers import their machines, so this changes them in place, and one process tries one mutant at a time.
 */
export function changeMachines(emitted: Lists, { right, wrong }: Pair): Restorable {
  const undo: (() => void)[] = [];
  for (const machine of Object.values(wrong.contract.machines)) {
    const found = emitted.get(machine.id);
    const before = right.contract.machines[machine.id];
    if (!found || !before || before === machine) continue;
    const list = found;
    const original = [...list];
    list.splice(0, list.length, ...machine.transitions.map((each) => rewritten(each, before, original, wrong)));
    undo.push(() => list.splice(0, list.length, ...original));
  }
  return {
    restore() {
      for (const each of undo) each();
    },
  };
}

function rewritten(
  transition: Transition,
  before: Machine,
  emitted: readonly EmittedTransition[],
  { evaluator }: Pair['wrong'],
): EmittedTransition {
  const own = emitted.find(({ id }) => id === transition.id);
  if (!own) throw new Error(`No emitted machine has the transition ${transition.id}.`);
  if (before.transitions.includes(transition)) return own;
  const { guard: _, ...rest } = own;
  const { to, effects, after, if: condition } = transition;
  const guard = (facts: unknown) => condition === undefined || evaluator.holds(condition, { ...fieldsOf(facts) });
  return {
    ...rest,
    to,
    effects: [...new Set(effects)],
    ...(after !== undefined && { after }),
    ...(condition && { guard }),
  };
}

/** Makes polls show a wrong state: handlers return their result whatever the state of the machine. */
export const applyStates: Application = (given, { right, wrong }) =>
  Object.values(right.contract.machines).reduce((parts, machine) => {
    const moved = machine.transitions.flatMap(({ id, on, to }) => {
      const other = wrong.contract.machines[machine.id]?.transitions.find((each) => each.id === id);
      return on === 'poll' && other && other.to !== to ? [{ right: to, wrong: other.to }] : [];
    });
    const [state] = moved;
    const field = machine.reads.state?.slice(1) ?? 'status';
    if (state === undefined) return parts;
    return alterResponses(parts, (answer, { route }) => {
      const operation = right.contract.operations.find(({ id }) => id === route?.operation.id);
      const body = jsonOf(answer);
      const polled = operation?.machine?.id === machine.id && operation.machine.role === 'poll';
      if (!polled || !body || answer.status !== 200 || (body[field] ?? state.right) !== state.right) return answer;
      return withJson(answer, { ...body, [field]: state.wrong });
    });
  }, given);

/** Settles twice where a transition settles twice, in polls and in its scenario: handlers settle only once. */
export const applyEffects: Application = (given, { right, wrong }) =>
  Object.values(wrong.contract.machines).reduce((parts, machine) => {
    const doubled = machine.transitions.some(
      ({ effects }) => effects.length > new Set(effects).size && effects.some((effect) => effect.startsWith('settle')),
    );
    if (!doubled) return parts;
    const polls = right.contract.operations.filter(
      (operation) => operation.machine?.id === machine.id && operation.machine.role === 'poll',
    );
    const shown = machine.transitions.flatMap(({ shownBy }) => shownBy?.split('.')[0] ?? []);
    const called = right.contract.scenarios
      .filter(({ id }) => shown.includes(id))
      .flatMap(({ steps }) => steps.flatMap(({ call }) => call ?? []));
    return settlingTwice(parts, new Set([...polls.map(({ id }) => id), ...called]));
  }, given);

function settlingTwice(parts: Parts, operations: ReadonlySet<string>): Parts {
  const { payments, store } = parts.services;
  const settle: typeof payments.settle = async (claim, call, usage) => {
    const settled = await payments.settle(claim, call, usage);
    if (!settled.first || !operations.has(call.route.operation.id)) return settled;
    const found = await store.claims.find(claim);
    if (!isObject(found) || !found.payment) return settled;
    const nonce = `0x${randomBytes(32).toString('hex')}` as const;
    const again = await payments.open({ ...found.payment, nonce }, claim, { uncharged: 'used', unanswered: 'used' });
    await payments.settle(again.id, { route: call.route });
    return settled;
  };
  return { ...parts, services: { ...parts.services, payments: { ...payments, settle } } };
}

/**
 * Slows the clock for the operations of a machine with a later deadline.
 *
 * Handlers may have deadlines of their own, which would hide that the deadline of the machine is later.
 */
export const applyDeadlines: Application = (given, { right, wrong }) => {
  for (const machine of Object.values(right.contract.machines)) {
    const others = wrong.contract.machines[machine.id]?.transitions ?? [];
    const pace = machine.transitions.flatMap(({ id, after }) => {
      const later = others.find((other) => other.id === id)?.after;
      return after !== undefined && later !== undefined && later > after ? [after / later] : [];
    })[0];
    const own = right.contract.operations.filter((operation) => operation.machine?.id === machine.id);
    if (pace !== undefined) return slowed(given, new Set(own.map(({ id }) => id)), pace);
  }
  return given;
};

function slowed(given: Parts, operations: ReadonlySet<string>, pace: number): Parts {
  const { clock } = given.services;
  const now = clock.now.bind(clock);
  const started = now();
  const inside = new AsyncLocalStorage<true>();
  clock.now = () => (inside.getStore() ? Math.round(started + (now() - started) * pace) : now());
  const handlers = Object.entries(given.handlers).map(([id, handler]): [string, typeof handler] => [
    id,
    operations.has(id) ? (call) => inside.run(true, () => handler(call)) : handler,
  ]);
  return { ...given, handlers: Object.fromEntries(handlers) };
}
