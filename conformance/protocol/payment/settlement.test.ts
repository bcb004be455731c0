import { expect, test } from 'vitest';
import { referenceRun } from '../../testing/reference/run.ts';
import { settledCalls } from './settled-calls.ts';
import { transferMismatch } from './settlement.ts';

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
  const operation = { ...call.operation, segments: { box: 'box' } };
  const routed = (template: string, route: string) => {
    const owed = { ...call, operation: { ...operation, method: 'POST' as const, template } };
    const target = { ...run.target, segments: { box: 'drydock' } };
    return transferMismatch({ ...run, target }, owed, { ...transfer, route })?.detail === undefined;
  };
  expect(routed('/v1/{box}/box/make', 'POST /v1/drydock/box/make')).toBe(true);
  expect(routed('/v1/{box}/box/make', 'POST /v1/{box}/box/make')).toBe(true);
  expect(routed('/v1/{box}/chain/tables', 'POST /v1/drydock/{category}/{name}')).toBe(true);
  expect(routed('/v1/{box}/chain/tables', 'POST /v1/{box}/<rest>')).toBe(true);
  expect(routed('/v1/{box}/{path+}', 'POST /v1/drydock/chain/tables')).toBe(true);
  expect(routed('/v1/{box}/box/make', 'POST /v1/harbour/box/make')).toBe(false);
  expect(routed('/v1/{box}/box/make', 'POST /v1/drydock/box/end')).toBe(false);
  const beside = { ...operation, id: 'any', method: 'GET' as const, template: '/v1/{box}/{path+}' };
  const served = { ...run.contract, operations: [...run.contract.operations, beside] };
  const owed = { ...call, operation: { ...operation, method: 'POST' as const, template: '/v1/{box}/chain/query' } };
  const routedBy = (route: string) => transferMismatch({ ...run, contract: served }, owed, { ...transfer, route });
  expect(routedBy('GET /v1/{box}/{name}')).toBeUndefined();
  expect(routedBy('GET /v1/other')).toBeDefined();
  expect([faultOf(`${method} ${path}-2`), faultOf(`PUT ${path}`)]).toEqual([
    `${call.operation.id}: route of the settlement does not match the challenge.`,
    `${call.operation.id}: route of the settlement does not match the challenge.`,
  ]);
});
