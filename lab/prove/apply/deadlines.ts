import { AsyncLocalStorage } from 'node:async_hooks';
import type { Parts } from '#gateway/start.ts';
import type { Application } from './contracts.ts';

/**
 * Lets time go slower for the operations of a machine of which a deadline comes later.
 *
 * Handlers may set deadlines of their own beside their machine's, which would hide that the machine's is later.
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
