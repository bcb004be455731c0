import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { privateKeyToAddress } from 'viem/accounts';
import { afterEach, describe, expect, test } from 'vitest';
import { labContract } from './testing/lab-contract.ts';
import { type LabFault, type LabGateway, startLabGateway } from './testing/lab-gateway.ts';
import { labKey } from './testing/lab-run.ts';

const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));
const suite = new URL('define-suite.ts', import.meta.url).href;
let gateway: LabGateway;
let folder: string;
afterEach(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

/** Runs an emitted suite as a user does, in a vitest of its own; answers its JSON report. */
async function runSuite(fault?: LabFault): Promise<{
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  testResults: readonly { readonly assertionResults: readonly { readonly failureMessages?: readonly string[] }[] }[];
}> {
  const balances = new Map([[privateKeyToAddress(labKey).toLowerCase(), 1_000_000n]]);
  gateway = await startLabGateway({ balances, ...(fault && { fault }) });
  folder = await mkdtemp(join(tmpdir(), 'suite-'));
  const file = (name: string) => join(folder, name);
  await writeFile(file('contract.json'), JSON.stringify(labContract));
  await writeFile(file('target.yaml'), `host: lab\nurl: ${gateway.url}\nsegments: { region: north }\n`);
  await writeFile(
    file('lab.test.mjs'),
    `import { defineSuite } from '${suite}';\nawait defineSuite(new URL('contract.json', import.meta.url));\n`,
  );
  const options = ['run', '--root', folder, '--reporter=json', `--outputFile=${file('result.json')}`];
  const env = { ...process.env, TOLLWRIGHT_TARGET: file('target.yaml'), PAYER_KEY: labKey };
  await new Promise((ended) => execFile(process.execPath, [vitest, ...options], { env }, ended));
  const { default: result } = await import(file('result.json'), { with: { type: 'json' } });
  return result;
}

describe('defineSuite', () => {
  test('passes on a target that keeps every rule', async () => {
    expect(await runSuite()).toMatchObject({ success: true, numPassedTests: 1 });
  });

  test('fails on a target that breaks one', async () => {
    const result = await runSuite('replay-accepted');
    expect(result).toMatchObject({ success: false, numFailedTests: 1 });
    const [message = ''] = result.testResults.flatMap(({ assertionResults }) =>
      assertionResults.flatMap(({ failureMessages }) => failureMessages ?? []),
    );
    // A finding as `conform` prints it, and no result as JSON.
    expect(message).toMatch(/^fail \S*replay\S* {2}.+\n {2}.+\n {2}expected +.+\n {2}actual +.+/m);
    expect(message).not.toMatch(/[{"]verdict"?:/);
  });
});
