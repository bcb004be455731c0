import { describe, expect, test } from 'vitest';
import { testTransport } from '../testing/transport.ts';
import { ReceiptMismatch } from './failures.ts';
import { readReceipt } from './receipt.ts';

const receipt = { success: true, transaction: '0x1', network: 'eip155:8453', payer: '0xPayer' };
const paid = { network: 'eip155:8453', payer: '0xpayer', amount: '2000' };
type Encoding = 'base64' | 'base64url';
const sent = (value: unknown, encoding: Encoding = 'base64', name = 'payment-response') => ({
  [name]: Buffer.from(JSON.stringify(value)).toString(encoding),
});

describe('readReceipt', () => {
  test.each<[string, Record<string, string>]>([
    ['in base64', sent(receipt)],
    ['in base64url without padding', sent({ ...receipt, note: '?>~ü' }, 'base64url')],
    ['of version 1', sent({ ...receipt, network: 'base' }, 'base64', 'x-payment-response')],
    ['with fields that are null', sent({ ...receipt, payer: null, amount: null, errorReason: null })],
    ['with further fields', sent({ ...receipt, amount: '2000', extensions: {} })],
  ])('reads the proof of a settlement %s', (_, headers) => {
    expect(readReceipt(headers, paid, testTransport)).toEqual({
      transaction: '0x1',
      network: 'eip155:8453',
      payer: '0xpayer',
    });
  });

  test.each<[string, unknown]>([
    ['by the standard', { success: false, errorReason: 'settlement_failed', transaction: '', network: 'eip155:8453' }],
    ['that says no more', { success: false }],
    ['with a transaction that was reverted', { ...receipt, success: false }],
    ['with nulls', { success: false, errorReason: null, transaction: null, network: null, payer: null }],
    ['of another network', { success: false, transaction: '', network: 'avalanche-fuji' }],
  ])('reads a settlement that failed, %s', (_, value) => {
    expect(readReceipt(sent(value), paid, testTransport)).toBe('failed');
  });

  test('reads nothing where there is nothing, or nothing that can be read', () => {
    expect(readReceipt({}, paid, testTransport)).toBeUndefined();
    expect(readReceipt({ 'payment-response': '%%' }, paid, testTransport)).toBeUndefined();
  });

  test.each<[string, Record<string, string>, typeof paid]>([
    ['another network', sent(receipt), { ...paid, network: 'eip155:1' }],
    ['another payer', sent(receipt), { ...paid, payer: '0xother' }],
    ['another amount', sent({ ...receipt, amount: '2001' }), paid],
    ['another transaction beside it', { ...sent(receipt), 'x-payment-receipt': '0x2' }, paid],
    ['a success without a transaction', sent({ ...receipt, transaction: '' }), paid],
    ['neither success nor failure', sent({ ...receipt, success: 'yes' }), paid],
    ['two receipts', { ...sent(receipt), ...sent({ success: false }, 'base64', 'x-payment-response') }, paid],
  ])('throws for %s', (_, headers, own) => {
    expect(() => readReceipt(headers, own, testTransport)).toThrow(ReceiptMismatch);
  });
});
