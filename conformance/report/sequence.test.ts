import { describe, expect, test } from 'vitest';
import type { SentRequest } from '../http/exchange.ts';
import { Trace } from '../http/trace.ts';
import { Secrets } from './secrets.ts';
import { sequenceOf } from './sequence.ts';

const url = 'http://127.0.0.1:1';
const secrets = new Secrets();
secrets.add('CONTROL_TOKEN', 'the token of control');

function paidBy(from: string, nonce: number): SentRequest {
  const payment = { payload: { authorization: { from, nonce } } };
  const header = Buffer.from(JSON.stringify(payment)).toString('base64');
  return {
    method: 'GET',
    path: '/jobs/1',
    headers: { 'payment-signature': header },
    payment: { header: 'payment-signature', value: header },
  };
}

describe('sequenceOf', () => {
  test('numbers the calls, with the status of each response and without secrets', () => {
    const trace = new Trace();
    const headers = { authorization: 'Bearer the token of control' };
    trace.begin({ method: 'POST', path: '/control/v1/reset', headers }, 'http://127.0.0.1:2')(204);
    trace.begin(paidBy('0xA', 1))();
    expect(sequenceOf(trace.calls, url, secrets)).toEqual([
      `1. curl -i -X POST 'http://127.0.0.1:2/control/v1/reset' -H "authorization: Bearer $CONTROL_TOKEN"  # 204`,
      `2. curl -i 'http://127.0.0.1:1/jobs/1' -H "payment-signature: $PAYMENT"  # no response`,
    ]);
  });

  test('names replayed, new and second-wallet payments differently', () => {
    const trace = new Trace();
    for (const sent of [paidBy('0xA', 1), paidBy('0xA', 2), paidBy('0xB', 1), paidBy('0xA', 1), paidBy('0xB', 2)]) {
      trace.begin(sent)(200);
    }
    const names = sequenceOf(trace.calls, url, secrets).map((line) => /\$(\w+)/.exec(line)?.[1]);
    expect(names).toEqual(['PAYMENT', 'PAYMENT_2', 'OTHER_PAYMENT', 'PAYMENT', 'OTHER_PAYMENT_2']);
  });

  test('groups concurrent calls and marks them', () => {
    const trace = new Trace();
    const ends = [paidBy('0xA', 1), paidBy('0xA', 2), { ...paidBy('0xA', 3), path: '/jobs/2' }].map((sent) =>
      trace.begin(sent),
    );
    for (const [index, end] of ends.entries()) end(index === 0 ? 200 : 402);
    trace.begin(paidBy('0xA', 1))(200);
    expect(sequenceOf(trace.calls, url, secrets).map((line) => line.replace(/curl .* {2}#/, '#'))).toEqual([
      '1. # 2 concurrent requests, each with its own payment: 1 × 200, 1 × 402',
      '2. # concurrent with the line before: 402',
      '3. # 200',
    ]);
  });
});
