import { expect, test } from 'vitest';
import type { Run } from '../check/run.ts';
import type { Contract } from '../contract/contract.ts';
import { NotTestable } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { referenceContract } from '../testing/reference/contract.ts';
import { referenceRun } from '../testing/reference/run.ts';

test('an operation with effects outside the target is not called at level paid', async () => {
  const operations = referenceContract.operations.map((each) => ({ ...each, irreversible: true }));
  const contract: Contract = { ...referenceContract, operations };
  const call = (run: Run) => run.pay(sampleOf(run.operation('small')));
  await expect(call(referenceRun({}, 'paid', contract))).rejects.toThrow(NotTestable);
  expect((await call(referenceRun({}, 'controlled', contract))).received.status).toBe(200);
});
