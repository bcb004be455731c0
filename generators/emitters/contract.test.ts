import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readContract } from '#conformance/contract/contract.ts';
import { emitWith } from '../emit.ts';
import { type Change, readTiny } from '../fixtures/tiny.ts';
import type { Model } from '../model/types.ts';
import { readSpec } from '../read.ts';
import { contract } from './contract.ts';

/** Writes the contract of a model and reads that of each host. */
async function assembled(model: Model) {
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-contract-'));
  for (const { path, text } of await emitWith([contract], model)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return Promise.all(model.hosts.map(({ host }) => readContract(join(folder, `contracts/${host.id}.json`))));
}

function tinyModel(changes: Readonly<Record<string, Change>> = {}): Model {
  const { model, diagnostics } = readTiny(changes);
  if (!model) throw new Error(JSON.stringify(diagnostics));
  return model;
}

describe('contract', () => {
  test('reads back as the view of each host of the specification', async () => {
    const { model } = await readSpec('spec');
    if (!model) throw new Error('The specification has errors.');
    expect(await assembled(model)).toEqual(model.hosts);
  });

  test.each<[string, Readonly<Record<string, Change>>]>([
    ['as it is', {}],
    [
      'with a field on one host',
      {
        'schemas/language.yaml': [
          'type: string, enum: [plain, formal]',
          'type: string, hosts: [balance], enum: [plain, formal]',
        ],
      },
    ],
    ['with null as a value', { 'schemas/language.yaml': ['enum: [plain, formal]', 'enum: [plain, formal, null]'] }],
  ])('reads back as the view of each host of a small specification, %s', async (_, changes) => {
    const model = tinyModel(changes);
    expect(await assembled(model)).toEqual(model.hosts);
  });

  test('has each statement once', async () => {
    const { model } = await readSpec('spec');
    if (!model) throw new Error('The specification has errors.');
    const text = (await emitWith([contract], model)).map((file) => file.text).join('');
    for (const id of Object.keys(model.hosts[0]?.statements ?? {}))
      expect(text.split(`"${id}": {`), id).toHaveLength(2);
  });

  test('marks only the files of hosts as theirs', async () => {
    const files = await emitWith([contract], tinyModel());
    const own = files.filter(({ host }) => host !== undefined);
    expect(own.map(({ path }) => path)).toEqual(['contracts/counter.json', 'contracts/quay.json']);
    expect(files.filter(({ path }) => path.startsWith('contracts/shared/')).length).toBe(files.length - own.length);
  });
});

describe('readContract', () => {
  test('takes a few times as long as parsing a single file, since every command starts with it', async () => {
    const single = JSON.stringify(await readContract('generated/contracts/base.json'));
    const [parsed, assembled] = [[], []] as [number[], number[]];
    for (let round = 0; round < 15; round += 1) {
      const started = performance.now();
      JSON.parse(single);
      const between = performance.now();
      await readContract('generated/contracts/base.json');
      parsed.push(between - started);
      assembled.push(performance.now() - between);
    }
    expect(Math.min(...assembled) / Math.min(...parsed)).toBeLessThan(15);
  });

  test('reads the single file that a bundle is', async () => {
    const whole = await readContract('generated/contracts/base.json');
    const file = join(await mkdtemp(join(tmpdir(), 'tollwright-contract-')), 'base.json');
    await writeFile(file, JSON.stringify(whole));
    expect(await readContract(file)).toEqual(whole);
  });

  test('names the files that a host file needs', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'tollwright-contract-')), 'base.json');
    await writeFile(file, await readFile('generated/contracts/base.json', 'utf8'));
    await expect(readContract(file)).rejects.toThrow('needs the files in shared/');
  });
});
