import { parseErc6492Signature } from 'viem/utils';
import { expect, test } from 'vitest';
import { wrapSignature } from './wrap-signature.ts';

test('wraps a signature as viem reads it', () => {
  const signature = `0x${'1b'.repeat(65)}` as const;
  expect(parseErc6492Signature(wrapSignature(signature))).toMatchObject({ data: '0x', signature });
});
