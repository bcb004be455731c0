import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import type { PaymentTerms } from '../../x402/terms.ts';
import { domainSeparator } from './typed-data.ts';
import { verifyAuthorization } from './verify-authorization.ts';

const payTo = `0x${'22'.repeat(20)}`;
const asset = `0x${'33'.repeat(20)}`;
const now = 1_800_000_000;
const separator = domainSeparator({ name: 'USDC', version: '2', chainId: 1n, verifyingContract: asset });
// The verifier reads these fields of the terms.
const expected = { scheme: 'exact', network: 'eip155:1', asset, payTo } as PaymentTerms;
const terms = { separator, expected, amount: '7', maxSeconds: 300, now };
const authorization = {
  from: privateKeyToAccount(`0x${'44'.repeat(32)}`).address,
  to: payTo,
  value: '7',
  validAfter: '0',
  validBefore: String(now + 60),
  nonce: `0x${'55'.repeat(32)}`,
};

test.each([
  ['another payee', { to: asset }, 0],
  ['another amount', { value: '8' }, 0],
  ['a time that has not come', { validAfter: String(now + 9) }, 0],
  ['too long a time', { validBefore: String(now + 9_999) }, 0],
  ['the right terms', {}, 1],
])('a contract is asked about a signature for %s %#', async (_, changed, calls) => {
  let asked = 0;
  const isSigner = async () => {
    asked += 1;
    return true;
  };
  const payload = { authorization: { ...authorization, ...changed }, signature: `0x${'66'.repeat(70)}` };
  await verifyAuthorization(payload, terms, async () => undefined, isSigner);
  expect(asked).toBe(calls);
});
