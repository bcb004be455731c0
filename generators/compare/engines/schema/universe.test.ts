import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../model/types.ts';
import { inclusion, Universe } from './inclusion.ts';

describe('schemas that double the work at each level', () => {
  const levels = 26;
  const named = (keyword: string, leaf: JsonSchema) => ({
    named: Object.fromEntries([
      ...Array.from({ length: levels }, (_, index) => {
        const next = { $ref: `#/schemas/L${index + 1}` };
        return [`L${index}`, { [keyword]: [next, next] }];
      }),
      [`L${levels}`, leaf],
    ]),
  });

  test.each(['anyOf', 'oneOf', 'allOf'])('of %s are not decided, and end', (keyword) => {
    const [before, after] = [named(keyword, { type: 'string' }), named(keyword, { type: 'string', maxLength: 4 })];
    const universe = new Universe(before, after);
    const whole = { $ref: '#/schemas/L0' };
    const decided = inclusion({ side: 'old', schema: whole }, { side: 'new', schema: whole }, universe);
    expect(decided.result).toBe('unknown');
  });
});
