import fc from 'fast-check';
import { bytesToHex, hashTypedData, hexToBytes, recoverAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { recoverSigner } from './recover.ts';
import { domainSeparator, transferDigest } from './typed-data.ts';

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

const hex = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value) => bytesToHex(value));
const uint256 = () => fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
const key = () => hex(32).filter((text) => BigInt(text) > 0n && BigInt(text) < 2n ** 255n);
const domain = () =>
  fc.record({
    // viem leaves an empty text out of the domain's type.
    name: fc.string({ unit: 'grapheme', minLength: 1 }),
    version: fc.string({ minLength: 1 }),
    chainId: fc.bigInt({ min: 1n, max: 2n ** 52n }),
    verifyingContract: hex(20),
  });
const authorization = () =>
  fc.record({
    from: hex(20),
    to: hex(20),
    value: uint256(),
    validAfter: uint256(),
    validBefore: uint256(),
    nonce: hex(32),
  });

describe('transferDigest', () => {
  test('is the digest that viem signs', () => {
    fc.assert(
      fc.property(domain(), authorization(), (of, message) => {
        const ours = transferDigest(domainSeparator(of), message);
        const theirs = hashTypedData({ domain: of, types, primaryType: 'TransferWithAuthorization', message });
        expect(bytesToHex(ours)).toBe(theirs);
      }),
    );
  });
});

describe('recoverSigner', () => {
  test('finds the signer of every signature that viem makes, as viem does', async () => {
    await fc.assert(
      fc.asyncProperty(key(), hex(32), async (secret, digest) => {
        const account = privateKeyToAccount(secret);
        const signature = await account.sign({ hash: digest });
        const ours = recoverSigner(hexToBytes(digest), signature);
        expect(ours).toBe(account.address.toLowerCase());
        expect(ours).toBe((await recoverAddress({ hash: digest, signature })).toLowerCase());
      }),
      { numRuns: 25 },
    );
  });

  test('reads 0 and 1 for 27 and 28', async () => {
    const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
    for (let index = 0; index < 8; index += 1) {
      const digest = bytesToHex(new Uint8Array(32).fill(index));
      const signature = await account.sign({ hash: digest });
      const short = signature.slice(0, 130) + (signature.endsWith('1b') ? '00' : '01');
      expect(recoverSigner(hexToBytes(digest), short)).toBe(account.address.toLowerCase());
    }
  });

  test('refuses the twin of a signature, which would be a second spelling of one payment', async () => {
    const account = privateKeyToAccount(`0x${'22'.repeat(32)}`);
    const digest = new Uint8Array(32).fill(7);
    const signature = await account.sign({ hash: bytesToHex(digest) });
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const twin = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0');
    const v = signature.endsWith('1b') ? '1c' : '1b';
    expect(recoverSigner(digest, `${signature.slice(0, 66)}${twin}${v}`)).toBeUndefined();
  });

  test.each([
    ['compact', `0x${'11'.repeat(64)}`],
    ['wrapped for a contract (EIP-6492)', `0x${'11'.repeat(65)}${'64926492'.repeat(8)}`],
    ['of zeros', `0x${'00'.repeat(65)}`],
    ['with an unknown v', `0x${'11'.repeat(64)}1d`],
    ['no hexadecimal', `0x${'zz'.repeat(65)}`],
    ['empty', ''],
  ])('refuses a signature that is %s', (_, signature) => {
    expect(recoverSigner(new Uint8Array(32), signature)).toBeUndefined();
  });
});
