import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { checkContext, timed } from './context.ts';

test('timed leaves out what a request waited for its turn, and passes it on to the check', async () => {
  const waits: number[] = [];
  const context = { signal: new AbortController().signal, patient: true, waited: (each: number) => waits.push(each) };
  const { result, milliseconds } = await checkContext.run(context, () =>
    timed(async () => {
      checkContext.getStore()?.waited?.(3_600_000);
      await turn();
      return checkContext.getStore()?.patient;
    }),
  );
  expect({ result, waits }).toEqual({ result: true, waits: [3_600_000] });
  expect(milliseconds).toBeLessThan(0);
});
