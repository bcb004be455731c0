import { takesBody, withText } from './bodies.ts';
import { boundedCheck } from './bounded-check.ts';

const levels = 50_000;

/** Deep JSON overflows the stack of what reads it level by level. */
export const boundedDepth = boundedCheck('http.bounded.depth', (run) => {
  const taking = takesBody(run);
  if (!taking) return [];
  const lists = '['.repeat(levels) + ']'.repeat(levels);
  const objects = `${'{"a":'.repeat(levels)}0${'}'.repeat(levels)}`;
  return [
    { what: `A field of ${levels} nested lists`, invocation: withText(taking, lists) },
    { what: `A field of ${levels} nested objects`, invocation: withText(taking, objects) },
    { what: `${levels} lists that are not closed`, invocation: withText(taking, '['.repeat(levels)) },
  ];
});
