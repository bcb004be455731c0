import { generatePrivateKey } from 'viem/accounts';
import { expect, test } from 'vitest';
import { fieldsOf } from '../../common/json.ts';
import { parseJson } from '../../http/events.ts';
import { referenceContract } from '../../testing/reference/contract.ts';
import { signerOf } from '../../testing/signer-of.ts';
import { createEvmWallet } from '../../wallet/evm-wallet.ts';
import type { Hex } from '../../wallet/keys.ts';
import type { Payment, SignedAuthorization } from '../../wallet/wallet.ts';
import { encodings } from './encodings.ts';

const { payment: profile } = referenceContract.host;
if (!profile) throw new Error('The reference host takes payments.');
const wallet = createEvmWallet(generatePrivateKey(), profile);
const asset: Hex = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const offer = { scheme: 'exact', network: 'eip155:8453', amount: '1000', asset, payTo: asset, maxTimeoutSeconds: 300 };

const readings = async () => {
  const payment = await wallet.sign(offer, 1_800_000_000);
  return encodings(payment).map(({ how, header }) => ({
    how,
    payment,
    // What the suite has encoded is a payment.
    read: parseJson(Buffer.from(header, 'base64').toString()) as Payment<SignedAuthorization>,
  }));
};

test('spells one authorization in ways that differ from each other', async () => {
  const payment = await wallet.sign(offer, 1_800_000_000);
  const headers = encodings(payment).map(({ header }) => header);
  expect(headers.length).toBeGreaterThan(8);
  for (const { payment: original, read, how } of await readings()) {
    const lower = (value: unknown) => JSON.stringify(value).toLowerCase();
    expect(sorted(lower(read.payload.authorization)), how).toBe(sorted(lower(original.payload.authorization)));
  }
});

test('signs the twin by the same key', async () => {
  const twin = (await readings()).find(({ how }) => how.includes('twin'));
  if (!twin) throw new Error('There is no twin.');
  expect(twin.read.payload.signature).not.toBe(twin.payment.payload.signature);
  const domain = { ...profile.domain, chainId: 8453, verifyingContract: asset };
  const signer = await signerOf(twin.read.payload, domain);
  expect(signer).toBe(wallet.address);
});

/** The characters of an object's JSON without their order. */
function sorted(json: string): string {
  return Object.entries(fieldsOf(parseJson(json)))
    .map(([name, value]) => `${name}=${String(value)}`)
    .toSorted()
    .join();
}
