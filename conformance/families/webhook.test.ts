import { expect, test } from 'vitest';
import type { Rule } from '../contract/contract.ts';
import { referenceRun } from '../testing/reference/run.ts';
import { webhookFamily } from './webhook.ts';

test('a target on another machine is not judged', async () => {
  const run = referenceRun();
  const operations = run.contract.operations.map((operation) => ({
    ...operation,
    webhooks: [
      {
        ...{ id: 'ended', summary: 'A job has ended', from: [], status: 'stated' as const, body: {} },
        ...{ to: 'webhook', states: ['done'], poll: { operation: 'get-job', parameter: 'id' } },
      },
    ],
  }));
  const create = operations.find(({ machine }) => machine?.role === 'create');
  const contract = { ...run.contract, operations };
  const rule: Rule = {
    ...{ id: `${create?.id}.webhooks.ended.sent`, kind: 'webhook', subject: 'ended', summary: 'It is sent once' },
    ...{ tier: 'must', hosts: ['lab'], level: 'controlled', from: [], status: 'stated' },
    ...(create && { operation: create.id }),
  };
  const elsewhere = { ...run, contract, target: { ...run.target, url: 'https://gateway.example' } };
  const operation = (id: string) => operations.find((each) => each.id === id) ?? run.operation(id);
  await expect(webhookFamily.check(rule, { ...elsewhere, operation })).rejects.toMatchObject({ reason: 'means' });
});
