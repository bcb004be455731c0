import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answer, hypothesesOf, type Question, toShares } from './decide.ts';

const instructions = 'It is so.';
const score = fc.double({ min: 0, max: 1, noNaN: true });
const meanings = fc.dictionary(fc.string(), fc.string(), { minKeys: 2, maxKeys: 20 });
const rungs = fc.array(fc.string(), { minLength: 2, maxLength: 20 });

/** A question with a score for each of its hypotheses. */
const scored = (question: fc.Arbitrary<Question>) =>
  question.chain((drawn) => {
    const { length } = hypothesesOf(drawn);
    return fc.tuple(fc.constant(drawn), fc.array(score, { minLength: length, maxLength: length }));
  });

describe('answer', () => {
  test('gives a noul the score of its one claim', () => {
    const question: Question = { type: 'noul', instructions, criteria: { true: 'yes', false: 'no' } };
    expect(hypothesesOf(question)).toEqual([instructions]);
    expect(answer(question, [0.7])).toEqual({ type: 'noul', noul: 0.7 });
  });

  test('reads criteria of any JSON, also objects that no template turns into text', () => {
    const drawn = fc.oneof(fc.jsonValue(), fc.record({ toString: fc.jsonValue(), valueOf: fc.jsonValue() }));
    fc.assert(
      fc.property(fc.constantFrom('choice', 'score'), fc.array(drawn, { minLength: 2 }), (type, criteria) => {
        expect(hypothesesOf({ type, instructions, criteria })).toHaveLength(criteria.length);
      }),
    );
  });

  test('gives every label of a choice a share and chooses the largest', () => {
    const choice = meanings.map((criteria): Question => ({ type: 'choice', instructions, criteria }));
    fc.assert(
      fc.property(scored(choice), ([question, scores]) => {
        const given = answer(question, scores);
        const shares = Object.entries(Object(given.probabilities));
        expect(shares.map(([label]) => label).sort()).toEqual(Object.keys(Object(question.criteria)).sort());
        const largest = Math.max(...shares.map(([, share]) => Number(share)));
        expect(given.confidence).toBe(largest);
        expect(Object(given.probabilities)[String(given.choice)]).toBe(largest);
      }),
    );
  });

  test('places a score between its rungs and repeats them as the legend', () => {
    const ladder = rungs.map((criteria): Question => ({ type: 'score', instructions, criteria }));
    fc.assert(
      fc.property(scored(ladder), ([question, scores]) => {
        const given = answer(question, scores);
        expect(Object.values(Object(given.legend))).toEqual(question.criteria);
        expect(given.score).toBeGreaterThanOrEqual(0);
        expect(given.score).toBeLessThanOrEqual(scores.length - 1 + 1e-6);
      }),
    );
  });
});

const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 255 });
const millionths = (share: number) => Math.round(share * 1_000_000);

describe('toShares', () => {
  test('adds up to exactly one in decimals', () => {
    fc.assert(
      fc.property(scores, (given) => {
        const sum = toShares(given).reduce((total, share) => total + millionths(share), 0);
        expect(sum).toBe(1_000_000);
      }),
    );
  });

  test('stays within a millionth of score over total', () => {
    fc.assert(
      fc.property(scores, (given) => {
        const total = given.reduce((sum, score) => sum + score, 0);
        fc.pre(total > 1e-6);
        toShares(given).forEach((share, index) => {
          expect(Math.abs(share - (given[index] ?? 0) / total)).toBeLessThan(1.000001e-6);
        });
      }),
    );
  });

  test('splits evenly whatever equal scores are', () => {
    expect(toShares([0.1, 0.1, 0.1])).toEqual([0.333334, 0.333333, 0.333333]);
    expect(toShares([0.9, 0.9, 0.9])).toEqual([0.333334, 0.333333, 0.333333]);
    expect(toShares([0, 0])).toEqual([0.5, 0.5]);
  });
});
