import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { CallFailed } from '@tollwright/runtime/client/failures';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Gateway, startGateway } from '#gateway/start.ts';
import { hosts } from '#generated/hosts/index.ts';
import { servedOperations } from '#generators/docs/served.ts';
import { readSpec } from '#generators/read.ts';
import { examplesOf } from './examples.ts';

const run = promisify(execFile);
const { model } = await readSpec('spec');
if (!model) throw new Error('The specification has errors.');
const examples = await examplesOf(model, hosts);
const served = [...servedOperations(model)].flatMap(([id, [first]]) => {
  const example = examples.get(id);
  return first && example
    ? [{ id, ...example, host: first.view.host.id, errors: first.view.errors, operation: first.operation }]
    : [];
});

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'examples-')));
  for (const name of ['generated', 'node_modules']) await symlink(resolve(name), join(folder, name));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  for (const { id, client } of served) await writeFile(join(folder, `${id}.ts`), client);
});
afterAll(() => rm(folder, { recursive: true }));

/** Statuses that are described for a call: its example may name a thing that does not exist. */
function statusesOf({ operation, errors }: (typeof served)[number]): readonly number[] {
  const refused = operation.errors.flatMap((id) => errors[id]?.http ?? []);
  const unpaid = operation.auth === 'payment' || operation.auth === 'wallet' ? [402] : [];
  return [...operation.responses.map(({ http }) => http), ...refused, ...unpaid];
}

test('every operation that can be called has an example', () => {
  const open = [...servedOperations(model)].filter(([, [first]]) => first?.operation.closed === undefined);
  expect(served.map(({ id }) => id)).toEqual(open.map(([id]) => id));
});

test('the examples of the client compile', async () => {
  const compilerOptions = {
    ...{ target: 'es2024', lib: ['es2024', 'esnext.disposable'], module: 'nodenext', types: ['node'], noEmit: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, allowImportingTsExtensions: true, skipLibCheck: true },
    ...{ resolveJsonModule: true, noUncheckedIndexedAccess: true },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const compiler = resolve('node_modules/typescript-native/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', folder, '--checkers', '1'], { stdio: 'pipe', encoding: 'utf8' });
});

describe.each([...new Set(served.map(({ host }) => host))])('the examples on %s', (host) => {
  const own = served.filter((each) => each.host === host);
  const key = generatePrivateKey();
  let gateway: Gateway;
  beforeAll(async () => {
    const amount = 1_000_000_000n;
    const funds = [{ address: privateKeyToAccount(key).address, amount }];
    gateway = await startGateway({ host, port: 0, funds, apiKeys: [{ key: 'sk_of_an_example', balance: amount }] });
    vi.stubEnv('GATEWAY_URL', gateway.url);
    vi.stubEnv('PAYER_KEY', key);
    vi.stubEnv('API_KEY', 'sk_of_an_example');
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await gateway.close();
  });

  test('are called from a shell', async () => {
    const wrong: string[] = [];
    for (const each of own) {
      const { stdout } = await run('bash', ['-c', `${each.curl} -s -o /dev/null -w '%{http_code}'`]);
      const expected = each.operation.auth === 'payment' ? [402] : statusesOf(each);
      if (!expected.includes(Number(stdout))) wrong.push(`${each.id}: ${stdout}`);
    }
    expect(wrong).toEqual([]);
  });

  test('are bought by the client', async () => {
    const refused: string[] = [];
    for (const each of own)
      await import(pathToFileURL(join(folder, `${each.id}.ts`)).href).catch((error: unknown) => {
        if (!(error instanceof CallFailed)) throw error;
        expect(statusesOf(each), each.id).toContain(error.status);
        refused.push(each.id);
      });
    // Only calls of things that do not exist yet, or that few wallets may call, are refused.
    expect(refused.length, refused.join()).toBeLessThan(own.length / 4 + 1);
  });
});
