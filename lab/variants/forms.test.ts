import { expect, test } from 'vitest';
import { variants } from './index.ts';
import { complaints, judge } from './judge.ts';

/** Variants in groups that go together, each with the rules about what they change. */
const groups = [
  {
    host: 'base',
    names: [
      'writes times in the basic format',
      'writes hashes in upper case',
      'returns null for the lyrics of instrumentals',
    ],
    only: ['enroll-portrait.response.created-at.*', 'portrait-enrolled.*', 'generate-music.response.*', 'numbers-*'],
  },
  {
    host: 'base',
    names: ['writes times without a zone', 'returns null for prompts that are not rewritten'],
    only: ['buy-number.response.*', 'generate-image.response.*', 'edit-image.response.*'],
  },
  {
    host: 'base',
    names: [
      'returns null for what a phone call does not have yet',
      'sends Retry-After as a date where it counts requests itself',
    ],
    only: ['get-call.response.*', 'init-realface.errors.face-limit', 'look-up-users.errors.*'],
  },
  {
    host: 'base',
    names: ['shows exact prices of texts', 'returns lists in reverse'],
    only: ['payment.challenge.price', 'payment.challenge.amount-equals-price', 'speech-voices.*', 'list-voices.*'],
  },
  { host: 'account', names: ['rounds judgements to three digits'], only: ['decide.response.*'] },
] as const;

test.each(groups)('on $host the suite accepts that a gateway $names', async ({ host, names, only }) => {
  const chosen = variants.filter(({ name }) => names.some((each) => each === name));
  expect(chosen).toHaveLength(names.length);
  const report = await judge(chosen, { host, level: 'controlled', only });
  expect(complaints(report)).toEqual([]);
  expect(report.summary.pass).toBeGreaterThanOrEqual(only.length);
});
