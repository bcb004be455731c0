import { describe, expect, test } from 'vitest';
import { readContract } from '#conformance/contract/contract.ts';
import { tollwright } from '#lab/toolkit/tollwright.ts';
import { loadHosts } from '../hosts.ts';

/** A priced operation of the first host that sells something, whichever specification is generated. */
async function sold(): Promise<{ host: string; operation: string }> {
  for (const host of Object.keys(await loadHosts('generated'))) {
    const { operations, prices } = await readContract(`generated/contracts/${host}.json`);
    for (const { id, price, example, auth } of operations) {
      const { body } = example;
      const quoted = prices[price?.id ?? '']?.kind === 'quoted';
      if (auth === 'payment' && quoted && typeof body === 'object' && !Array.isArray(body))
        return { host, operation: id };
    }
  }
  throw new Error('No price has an example.');
}

describe('price', () => {
  test('prints the quote and its parts', async () => {
    const { host, operation } = await sold();
    const { code, stdout } = await tollwright(['price', operation, '--host', host, '--json']);
    expect(code).toBe(0);
    const { usd, micro_usdc: micro, breakdown } = JSON.parse(stdout);
    expect(Number(micro)).toBe(Math.round(Number(usd) * 1e6));
    expect(Object.keys(breakdown)).not.toHaveLength(0);
  });

  test('says of every input whether it is given, from an example or a default', async () => {
    const { host, operation } = await sold();
    const run = async (...fields: string[]) => {
      const { stdout } = await tollwright(['price', operation, ...fields, '--host', host, '--json']);
      const { request } = JSON.parse(stdout);
      return Object.entries<{ value: unknown; from: string }>(request);
    };
    const inputs = await run();
    expect(new Set(inputs.map(([, { from }]) => from))).not.toContain('caller');
    const [name, { value } = { value: undefined }] = inputs.find(([, { from }]) => from === 'example') ?? [
      '',
      undefined,
    ];
    const given = await run(`${name}=${JSON.stringify(value)}`);
    expect(given).toEqual(inputs.map(([key, field]) => [key, key === name ? { value, from: 'caller' } : field]));
    const { stdout } = await tollwright(['price', operation, '--host', host]);
    expect(stdout).toContain(`from the specification's example: `);
  });

  test('lists the operations that have a quote', async () => {
    const { host, operation } = await sold();
    const { code, stdout } = await tollwright(['price', '--host', host]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^${operation} `, 'm'));
  });

  test('refuses a field that the request does not have', async () => {
    const { host, operation } = await sold();
    const { code, stderr } = await tollwright(['price', operation, 'no_such_field=1', '--host', host]);
    expect(code).toBe(2);
    expect(stderr).toContain(`${operation} has no field "no_such_field".`);
  });

  test.each([
    ['an unknown operation', ['no-such-operation'], 'There is no operation "no-such-operation" with a price.'],
    ['an unknown host', ['anything', '--host', 'nowhere'], 'There is no host "nowhere".'],
    ['a field without a value', ['anything', 'oops'], 'Expected name=value, found "oops".'],
  ])('reports %s in a sentence and exits 2', async (_, args, message) => {
    const { code, stderr } = await tollwright(['price', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
