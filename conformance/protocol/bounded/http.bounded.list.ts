import { takesBody, withText } from './bodies.ts';
import { boundedCheck } from './bounded-check.ts';

const items = 50_000;

/** A list of wrong items costs no more than a few of them, and its refusal does not name each. */
export const boundedList = boundedCheck('http.bounded.list', (run) => {
  const taking = takesBody(run);
  if (!taking) return [];
  const list = `[${Array.from({ length: items }, () => '0').join()}]`;
  return [{ what: `A list of ${items} wrong items`, invocation: withText(taking, list) }];
});
