import { at } from '@tollwright/runtime/testing/read';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

const lookup = '/api/v1/phone/lookup';
const body = { phoneNumber: '+14155550123' };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

describe('lookup-phone', () => {
  test('answers with the carrier record for its flat price', async () => {
    const answer = await gateway.pay('POST', lookup, { body });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ phone_number: body.phoneNumber, carrier: { name: expect.any(String) } });
    expect(await gateway.settled()).toEqual(['11000']);
  });

  test('names unknown keys before any challenge', async () => {
    const answer = await gateway.send('POST', lookup, { body: { ...body, carrier: true, extra: 1 } });
    expect(answer.status).toBe(400);
    expect(at(answer.json, 'error')).toBe('Invalid request body');
    expect(JSON.stringify(at(answer.json, 'details'))).toMatch(/carrier.*extra/);
  });
});
