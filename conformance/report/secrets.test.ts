import { expect, test } from 'vitest';
import { Secrets } from './secrets.ts';

const hex = `0x${'Ab'.repeat(65)}`;
const encoded = (payload: object) => Buffer.from(JSON.stringify({ x402Version: 2, payload })).toString('base64');

test.each<[string, object, string]>([
  ['a signature', { signature: hex, authorization: { value: '1' } }, hex],
  ['a signature in other letters', { signature: hex }, hex.toLowerCase()],
  ['a signature of a contract', { signature: `${hex}${'00'.repeat(300)}` }, `${hex}${'00'.repeat(300)}`],
  ['a transaction', { transaction: `${'aB3/'.repeat(60)}==` }, `${'aB3/'.repeat(60)}==`],
])('%s that a target answers with is in no report', (_, payload, signed) => {
  const secrets = new Secrets();
  const header = encoded(payload);
  secrets.addPayment(header);
  expect(secrets.redact(JSON.stringify({ signed, header }))).toBe('{"signed":"$SIGNATURE","header":"$PAYMENT"}');
  expect(secrets.redact(`seen=${signed}, and 0x${'12'.repeat(65)}`)).toBe(`seen=$SIGNATURE, and 0x${'12'.repeat(65)}`);
});

test('a header that is no payment is a secret all the same', () => {
  const secrets = new Secrets();
  secrets.addPayment('no payment at all');
  expect(secrets.redact('got no payment at all')).toBe('got $PAYMENT');
});
