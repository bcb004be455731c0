import { isObject } from '@tollwright/runtime/values/json';
import type { Formula } from '../contract/contract.ts';
import { type Exchange, searchableText } from '../http/exchange.ts';
import { type Evaluator, plain } from '../oracle/evaluate.ts';

/** The values that the formulas of a scenario read: results of its steps by name. */
export type Bindings = Readonly<Record<string, unknown>>;

/** A response as formulas read it. */
export function bindingOf({ received }: Exchange): Readonly<Record<string, unknown>> {
  const { status, headers, json, events } = received;
  return { status, headers, body: json ?? null, text: searchableText(received), events: events.map(eventOf) };
}

/** `text` is the name and the data of an event together, for expectations that leave open where a text is. */
function eventOf({ event, data, json }: Exchange['received']['events'][number]) {
  return { ...(event !== undefined && { event }), data, json: json ?? null, text: `${event ?? ''}\n${data}` };
}

/** A JSON value with the formulas in it computed. */
export function resolve(value: unknown, evaluator: Evaluator, bindings: Bindings): unknown {
  if (isFormula(value)) return plain(evaluator.evaluate(value, bindings));
  if (Array.isArray(value)) return value.map((item) => resolve(item, evaluator, bindings));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item, evaluator, bindings)]));
}

/** The formulas in a JSON value. */
export function formulasIn(value: unknown): readonly Formula[] {
  if (isFormula(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(formulasIn) : [];
}

function isFormula(value: unknown): value is Formula {
  return isObject(value) && typeof value.text === 'string' && isObject(value.tree);
}
