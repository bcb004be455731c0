import { describe, expect, test } from 'vitest';
import { createLog } from './pino-log.ts';

describe('createLog', () => {
  test('blanks out keys, signatures and payment headers', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    log.info({ headers: { authorization: 'hidden', 'payment-signature': 'hidden', 'x-payment': 'hidden' } });
    log.info({
      payment: { proof: { signature: 'hidden' } },
      key: 'hidden',
      call: { headers: { 'x-api-key': 'hidden' } },
    });
    expect(lines.join()).not.toContain('hidden');
    expect(lines.join()).toContain('[redacted]');
  });
});
