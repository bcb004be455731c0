import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEvmKey } from './evm-key.ts';
import { recoverSigner } from './recover.ts';
import { createRecovery, type RecoverSigner, recoverTogether } from './recover-together.ts';

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
  test.runIf(availableParallelism() > 1)('has a thread where many come at once', async () => {
    const answered = new Promise((resolve) =>
      process.once('worker', (thread: Worker) => thread.once('message', resolve)),
    );
    const digest = new Uint8Array(32).fill(1);
    const signature = createEvmKey(`0x${'11'.repeat(32)}`).sign(digest);
    await Promise.all(Array.from({ length: 20 }, () => recoverTogether(digest, signature)));
    expect(await answered).toBe(Array(20).fill(recoverSigner(digest, signature)).join('\n'));
  });

  test('finds for each signature what is found for it alone', () => expectSigners(recoverTogether));

  test.each([
    ['does not start', () => new Worker('')],
    ['throws at its start', () => new Worker('throw new Error("no addon")', { eval: true })],
    ['ends with questions', () => new Worker('process.exit()', { eval: true })],
    ['throws for a question', () => new Worker(failing, { eval: true })],
  ])('finds them where the thread %s', (_, start) => expectSigners(createRecovery(start)));

  test('asks a thread where many come at once, and none for a few', async () => {
    const sizes: number[] = [];
    const recover = createRecovery(() => {
      const thread = new Worker(echoing, { eval: true });
      thread.on('message', (signers: string) => void sizes.push(signers.split('\n').length));
      return thread;
    });
    const ask = (count: number) =>
      Promise.all(Array.from({ length: count }, () => recover(new Uint8Array(32), `0x${'11'.repeat(65)}`)));
    expect(await ask(7)).toEqual(Array(7).fill(undefined));
    expect(await ask(8)).toEqual(Array(8).fill('asked'));
    expect(sizes).toEqual([8]);
  });
});

const failing = `require('node:worker_threads').parentPort.on('message', () => { throw new Error('lost'); })`;
const echoing = `const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ signatures }) => parentPort.postMessage(signatures.replace(/.+/g, 'asked')))`;
