import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Expression } from '../model/types.ts';
import { parseCel, toExpression } from './parse.ts';

function tree(text: string): Expression {
  const parsed = parseCel(text);
  if ('mistake' in parsed) throw new Error(parsed.mistake.message);
  return toExpression(parsed.syntax);
}

const x: Expression = { op: 'variable', name: 'x' };

describe('toExpression', () => {
  test('keeps the text of every number', () => {
    const decimal = fc
      .tuple(fc.nat(), fc.stringMatching(/^[0-9]{1,30}$/))
      .map(([whole, digits]) => `${whole}.${digits}`);
    fc.assert(
      fc.property(decimal, (text) => {
        expect(tree(text)).toEqual({ op: 'number', value: text });
      }),
    );
  });

  test.each<[string, Expression]>([
    ['x.f(1)', { op: 'call', name: 'f', args: [x, { op: 'number', value: '1' }] }],
    ['f(x)', { op: 'call', name: 'f', args: [x] }],
    ['has(x.a)', { op: 'has', of: x, name: 'a' }],
    ['has(x["a-b"])', { op: 'has', of: x, name: 'a-b' }],
    ['x.all(y, y)', { op: 'macro', name: 'all', of: x, item: 'y', body: { op: 'variable', name: 'y' } }],
    ['x["a"].b', { op: 'field', of: { op: 'index', of: x, key: { op: 'string', value: 'a' } }, name: 'b' }],
    ['!x', { op: 'not', value: x }],
    ['-x', { op: 'negate', value: x }],
    ['[x, null]', { op: 'list', items: [x, { op: 'null' }] }],
    ['{"a": x}', { op: 'map', entries: [[{ op: 'string', value: 'a' }, x]] }],
  ])('turns %s into its tree', (text, expected) => {
    expect(tree(text)).toEqual(expected);
  });
});

describe('parseCel', () => {
  test.each([
    ['1 +', 3],
    ['a = b', 2],
    ['size(x', 6],
    ['"open', 0],
  ])('reports where %s ends', (text, start) => {
    expect(parseCel(text)).toMatchObject({ mistake: { start } });
  });
});
