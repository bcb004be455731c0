/** A client of a host whose specification states another transport of payments than ours. */

import { expect, test } from 'vitest';
import { testTransport } from '../testing/transport.ts';
import { encodeJson } from '../values/encoding.ts';
import { offersOf } from './challenge.ts';
import { readReceipt } from './receipt.ts';

const transport = {
  ...testTransport,
  challenge: { headers: { 'X-Terms': '{base64}', 'X-Quoted': 'terms="{base64}"' } },
  receipt: { ...testTransport.receipt, headers: { 'X-Receipt': 'settlement', 'X-Hash': 'transaction' } },
} as const;
const accepts = [{ scheme: 'exact', network: 'eip155:8453' }];

test('offers are read from the headers of the transport, and from those of the standard', () => {
  const header = encodeJson({ x402Version: 2, accepts });
  for (const name of ['x-terms', 'payment-required'])
    expect(offersOf({ headers: { [name]: header }, body: {} }, transport)).toMatchObject({ accepts });
  // A header of the standard may have a form of the host's own; one of the standard's form is read, too.
  const formed = { ...transport, challenge: { headers: { 'PAYMENT-REQUIRED': 'x402 {base64}' } } };
  for (const value of [header, `x402 ${header}`])
    expect(offersOf({ headers: { 'payment-required': value }, body: {} }, formed)).toMatchObject({ accepts });
  expect(() => offersOf({ headers: { 'x-other': header }, body: {} }, transport)).toThrow('X-Terms'.toLowerCase());
});

test('receipts are read from the headers of the transport, and from those of the standard', () => {
  const paid = { network: 'eip155:8453', payer: '0xpayer', amount: '2000' };
  const header = encodeJson({ success: true, transaction: '0x1', network: 'eip155:8453', payer: '0xpayer' });
  for (const name of ['x-receipt', 'payment-response'])
    expect(readReceipt({ [name]: header, 'x-hash': '0x1' }, paid, transport)).toMatchObject({ transaction: '0x1' });
  expect(() => readReceipt({ 'x-receipt': header, 'x-hash': '0x2' }, paid, transport)).toThrow('transaction');
  expect(readReceipt({ 'x-other': header }, paid, transport)).toBeUndefined();
});
