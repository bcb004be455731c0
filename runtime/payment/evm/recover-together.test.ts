import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEvmKey } from './key.ts';
import { createRecovery, type RecoverSigner, recoverTogether, startThread } from './recover-together.ts';
import { recoverSigner } from './recover.ts';

/** Signatures, and texts that are none, some turns of the event loop apart. */
const arrivals = fc.array(
  fc.record({
    digest: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    secret: fc.integer({ min: 1, max: 5 }),
    spoil: fc.constantFrom('', '1d', '1b\n', '\n0x', 'zz'),
    turn: fc.integer({ min: 0, max: 2 }),
  }),
  { maxLength: 60 },
);

async function expectSigners(recover: RecoverSigner): Promise<void> {
  await fc.assert(
    fc.asyncProperty(arrivals, async (all) => {
      const signers = all.map(async ({ digest, secret, spoil, turn }) => {
        const signature = createEvmKey(`0x${String(secret).padStart(64, '0')}`).sign(digest);
        const sent = spoil === '' ? signature : `${signature.slice(0, -2)}${spoil}`;
        for (let each = 0; each < turn; each += 1) await new Promise(setImmediate);
        expect(await recover(digest, sent)).toBe(recoverSigner(digest, sent));
      });
      await Promise.all(signers);
    }),
    { numRuns: 20 },
  );
}

describe('recoverTogether', () => {
  test('finds for each signature what is found for it alone', () => expectSigners(recoverTogether));

  test.each([
    ['does not start', () => new Worker('')],
    ['throws at its start', () => new Worker('throw new Error("no addon")', { eval: true })],
    ['ends with questions', () => new Worker('process.exit()', { eval: true })],
    ['throws for a question', () => new Worker(failing, { eval: true })],
  ])('finds them where the thread %s', (_, start) => expectSigners(createRecovery(start)));

  test('asks a thread where many come at once, and none for a few', async () => {
    const answers: number[] = [];
    const recover = createRecovery(() => {
      const count = (signers: string) => void answers.push(signers.split('\n').length);
      return startThread().on('message', count);
    });
    const digest = new Uint8Array(32).fill(1);
    const signature = createEvmKey(`0x${'11'.repeat(32)}`).sign(digest);
    const signer = recoverSigner(digest, signature);
    for (const count of [7, 8]) {
      const signers = await Promise.all(Array.from({ length: count }, () => recover(digest, signature)));
      expect(signers).toEqual(Array(count).fill(signer));
    }
    expect(answers).toEqual(availableParallelism() < 2 ? [] : [8]);
  });
});

const failing = `require('node:worker_threads').parentPort.on('message', () => { throw new Error('lost'); })`;
