import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLog } from './pino.ts';

/** The lines that a log writes while `work` uses it. */
function written(work: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  work(createLog('info', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

const names = ['authorization', 'Payment-Signature', 'x-payment', 'x-api-key', 'proof', 'private_key', 'token'];
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const secrets = fc.oneof(
  hex(130).map((digits) => ({ secret: digits, text: `0x${digits}` })),
  hex(24).map((digits) => ({ secret: digits, text: `sk_${digits}` })),
  hex(24).map((digits) => ({ secret: digits, text: `Authorization: Bearer ${digits}` })),
  hex(24).map((digits) => ({ secret: digits, text: `postgres://ann:${digits}@db/pay` })),
  hex(24).map((digits) => ({ secret: digits, text: `/jobs/1?i2v=0&sig=${digits}` })),
  hex(60).map((digits) => ({ secret: digits, text: `eyJ${digits}` })),
);

describe('createLog', () => {
  test('blanks out secret fields at any depth', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.array(fc.constantFrom('call', 'headers', 'list'), { maxLength: 6 }),
        (name, path) => {
          const fields = path.reduce<object>((inner, outer) => ({ [outer]: [inner] }), { [name]: 'hidden' });
          const text = written((log) => log.info(fields, 'served'));
          expect(text).not.toContain('hidden');
          expect(text).toMatch(/\[redacted\]|\[deeper\]/);
        },
      ),
    );
  });

  test('blanks out what looks like a secret in messages, texts and errors', () => {
    fc.assert(
      fc.property(secrets, ({ secret, text }) => {
        const lines = written((log) => {
          log.info({}, text);
          log.warn({ reason: [text] });
          log.error({ err: new Error(text, { cause: Object.assign(new Error('inner'), { proof: { x: secret } }) }) });
        });
        expect(lines.split('\n')).toHaveLength(4);
        expect(lines).not.toContain(secret);
      }),
    );
  });

  test('leaves what a reader needs', () => {
    const hash = `0x${'a'.repeat(64)}`;
    const text = written((log) => log.info({ claim: 'claim_1', txHash: hash, milliseconds: 1.5 }, 'served'));
    expect(JSON.parse(text)).toMatchObject({ claim: 'claim_1', txHash: hash, milliseconds: 1.5, msg: 'served' });
  });
});
