import { describe, expect, test } from 'vitest';
import { tollwright } from '#lab/toolkit/tollwright.ts';

const generated = ['--', process.execPath, 'lab/hostile/testing/program.ts'];
const official = ['--', process.execPath, 'lab/hostile/testing/official.ts'];
const only = ['--only', 'window-of-years', 'receipt-for-*', 'charge-again'];

describe('conform-client', () => {
  test('passes the generated client', async () => {
    const { code, stdout } = await tollwright(['conform-client', ...only, ...generated]);
    expect(stdout).toContain('pass   window-of-years');
    expect(stdout).toContain('3 passed, 0 failed');
    expect(stdout).toMatch(/tollwright conform-client \d+\.\d+\.\d+; the unsafe control client failed 3 of 3/);
    expect(code).toBe(0);
  });

  test('fails a client that trusts its gateway, with reason and statements', async () => {
    const { code, stdout } = await tollwright(['conform-client', '--json', '-', ...only, ...official]);
    const { battery, summary, control, results } = JSON.parse(stdout);
    expect(battery).toEqual({ name: 'tollwright conform-client', version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    expect(summary).toMatchObject({ error: 0 });
    expect(control).toEqual({ fell: 3, of: 3 });
    expect(results.find(({ attack }: { attack: string }) => attack === 'window-of-years')).toMatchObject({
      verdict: 'fell',
      detail: expect.stringContaining('It signed a payment that is not the one that the call costs.'),
      statements: expect.arrayContaining(['core-270']),
    });
    expect(code).toBe(1);
  });

  test('reports an error for a client that fails without an attack', async () => {
    const { code, stdout } = await tollwright([
      'conform-client',
      ...only,
      '--',
      process.execPath,
      '-e',
      'process.exit(3)',
    ]);
    expect(stdout).toContain('Without any attack it ended with exit code 3.');
    expect(code).toBe(2);
  });

  test('stops a client that does not exit', async () => {
    const forever = ['--', process.execPath, '-e', 'setInterval(() => {}, 1000)'];
    const { code, stdout } = await tollwright([
      'conform-client',
      '--timeout',
      '1',
      '--only',
      'amount-one-more',
      ...forever,
    ]);
    expect(stdout).toContain('Without any attack it did not end within 1 seconds.');
    expect(code).toBe(2);
  });

  test.each([
    [['--only', 'no-such-attack', ...generated], 'There is no attack on'],
    [['--host', 'nowhere', ...generated], 'There is no paid host "nowhere".'],
    [[], 'No client is given.'],
    [['--only', 'amount-one-more', '--', '/no/such/program'], 'cannot be run'],
  ])('explains what is wrong with %j', async (args, message) => {
    const { code, stderr } = await tollwright(['conform-client', ...args]);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
    expect(code).toBe(2);
  });
});
