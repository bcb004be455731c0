import { describe, expect, test } from 'vitest';
import { contractOf } from '#conformance/testing/contract.ts';
import { judgeAll } from './judge.ts';
import { startStage } from './stage.ts';
import { examples } from './testing/examples.ts';

describe.each([...Map.groupBy(examples(), ({ host }) => host)])('on %s', (host, own) => {
  test('every example of the README is found by a rule of its statement', async () => {
    const stage = await startStage(await contractOf(host));
    try {
      for await (const judgement of judgeAll(stage, own, { level: 'controlled', sentence: () => '' })) {
        expect(judgement, judgement.saboteur.id).toMatchObject({ verdict: 'found', names: true });
      }
    } finally {
      await stage.close();
    }
  });
});
