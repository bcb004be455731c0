import { expect, test } from 'vitest';
import { maxUnpaid, withQuota } from './quota.ts';

test('a route gets at most twenty requests that pay nothing, and any number that do', async () => {
  let sent = 0;
  const response = { status: 402, headers: {}, rawHeaders: [], text: '', json: {}, events: [], cut: false };
  const exchange = async () => {
    sent += 1;
    return response;
  };
  const client = withQuota({ exchange, close: async () => {} }, (header) => header === 'paid');
  const send = (path: string, value?: string) =>
    client.exchange({ method: 'GET', path, headers: {}, ...(value && { payment: { header: 'pay', value } }) });
  for (let count = 0; count < maxUnpaid; count += 1) await send(`/a?page=${count}`, count % 2 ? 'forged' : undefined);
  await expect(send('/a')).rejects.toThrow('at most 20 unpaid requests');
  await send('/a', 'paid');
  await send('/b');
  expect(sent).toBe(maxUnpaid + 2);
});
