import { expect, test } from 'vitest';
import { referenceRun } from '../../testing/reference/run.ts';
import { settledCalls } from './settled-calls.ts';
import { transferMismatch } from './transfer-mismatch.ts';

test('takes a route in the spelling of the documents or in that of the deployment, and no other route', async () => {
  const run = referenceRun();
  const [call] = await settledCalls(run);
  const [transfer] = call?.transfers ?? [];
  if (!call || !transfer) throw new Error('Nothing was settled.');
  const faultOf = (route: string) => transferMismatch(run, call, { ...transfer, route })?.detail;

  const { method, path } = call.operation;
  const folder = path.slice(0, path.lastIndexOf('/'));
  expect([path, `${folder}/{name}`, `${folder}/<name>`].map((each) => faultOf(`${method} ${each}`))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([faultOf(`${method} ${path}-2`), faultOf(`PUT ${path}`)]).toEqual([
    `${call.operation.id}: route of the settlement does not match the challenge.`,
    `${call.operation.id}: route of the settlement does not match the challenge.`,
  ]);
});
