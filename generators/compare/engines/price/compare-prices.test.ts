import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../cel/evaluate.ts';
import { formula } from '../../../cel/formulas.ts';
import { lift, numberOf } from '../../../cel/values.ts';
import type { Change } from '../../../fixtures/tiny.ts';
import { edited } from '../../testing/edited.ts';
import { CallPair } from '../calls/pair.ts';
import { normalForm } from '../formulas/normal-form.ts';
import { comparePrices } from './compare-prices.ts';

const noMeaning = { inputs: {}, constants: { fee: lift(0.5) }, catalog: () => '' };
const normal = (text: string): string => normalForm(formula(text).tree, noMeaning);

function pairOf(operation: string, edits: Readonly<Record<string, Change>>): CallPair {
  const [before, after] = [edited(), edited(edits)].map(({ release }) =>
    release.hosts.find(({ host }) => host.id === 'quay'),
  );
  const [old, now] = [before, after].map((view) => view?.operations.find(({ id }) => id === operation));
  if (!before || !after || !old || !now) throw new Error(`quay does not serve ${operation}.`);
  return new CallPair({ id: 'quay', before, after }, { before: old, after: now });
}

const transcription = 'prices/transcription.yaml';

describe('normalForm', () => {
  test.each([
    ['a * 2 * (1 + fee)', '3 * a'],
    ['(a + b) * (a - b)', 'a * a - b * b'],
    ['max(a, b + 1)', 'max(1 + b, a)'],
    ['max(a, max(b, c))', 'max(c, b, a)'],
    ['a / 4', '0.25 * a'],
    ['ceil(a / 60) * 0.1', 'ceil(a * (1 / 60)) / 10'],
    ['a > 3 ? b : c', '3 < a ? b : c'],
    ['request.a', 'request["a"]'],
    ['a > 3 && b > 1 ? a : 0', '1 < b && 3 < a ? a : 0'],
    ['a == "x" ? b : b', 'b'],
  ])('of %s is that of %s', (one, other) => {
    expect(normal(one)).toBe(normal(other));
  });

  test.each([
    ['a', 'b'],
    ['a - b', 'b - a'],
    ['a / b', 'b / a'],
    ['min(a, b)', 'max(a, b)'],
    ['ceil(a) * 2', 'ceil(a * 2)'],
    ['a >= 3 ? b : c', 'a > 3 ? b : c'],
  ])('of %s is not that of %s', (one, other) => {
    expect(normal(one)).not.toBe(normal(other));
  });

  test('is shared only by formulas that give the same', () => {
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.constantFrom('a', 'b', 'fee', '2', '3', '0.5', '0'),
        fc.tuple(tie('tree'), fc.constantFrom('+', '-', '*'), tie('tree')).map(([x, op, y]) => `(${x} ${op} ${y})`),
        fc.tuple(fc.constantFrom('max', 'min'), tie('tree'), tie('tree')).map(([name, x, y]) => `${name}(${x}, ${y})`),
        fc.tuple(tie('tree'), tie('tree'), tie('tree')).map(([x, y, z]) => `(${x} > ${y} ? ${z} : ${x})`),
        tie('tree').map((x) => `ceil(${x} / 4)`),
      ),
    }));
    const value = (text: string, a: number, b: number) =>
      numberOf(
        evaluate(formula(text).tree, {
          variables: { a: lift(a), b: lift(b), ...noMeaning.constants },
          entry: () => undefined,
          keys: () => [],
        }),
      );
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(tree, fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }), (text, a, b) => {
        const other = seen.get(normal(text)) ?? text;
        seen.set(normal(text), text);
        expect(value(other, a, b).toFraction()).toBe(value(text, a, b).toFraction());
      }),
      { numRuns: 600 },
    );
  });
});

describe('comparePrices', () => {
  test('knows a formula written differently by algebra', () => {
    const edits = {
      [transcription]: ['formula: minutes * 0.0065 + handling', 'formula: (minutes * 13 + handling * 2000) / 2000'],
    } as const;
    expect(comparePrices(pairOf('transcribe', edits))).toEqual({ by: 'algebra', tried: 0 });
  });

  test('knows an input written differently by trying', () => {
    const edits = { [transcription]: ['ceil(request.seconds / 60)', 'floor((request.seconds + 59) / 60)'] } as const;
    expect(comparePrices(pairOf('transcribe', edits))).toMatchObject({
      by: /sampled inputs$/.source ? expect.stringMatching(/sampled inputs$/) : '',
    });
  });

  test('tells who pays more, how much, and for what', () => {
    const edits = {
      [transcription]: ['minutes * 0.0065 + handling', 'max(minutes * 0.0065, (minutes - 5) * 0.01) + handling'],
    } as const;
    const { dearer, cheaper, series, tried } = comparePrices(pairOf('transcribe', edits));
    expect(cheaper).toBeUndefined();
    expect(dearer?.worst).toMatchObject({ call: { request: { body: { seconds: 7199 } } } });
    expect(dearer?.most.toString()).toBe('0.37');
    expect(dearer?.count).toBeLessThan(tried);
    expect(series?.input).toBe('seconds');
  });

  test('compares a table row by row', () => {
    const pair = pairOf('translate', { 'catalogs/languages.yaml': ['rate: "0.0000145"', 'rate: "0.00004"'] });
    expect(comparePrices(pair).dearer).toBeDefined();
  });

  test('counts no call as dearer where the amount has a new bound', () => {
    const edits = { [transcription]: ['formula: minutes *', 'formula: min(minutes, 2) *'] } as const;
    expect(comparePrices(pairOf('transcribe', edits))).not.toHaveProperty('dearer');
  });
});
