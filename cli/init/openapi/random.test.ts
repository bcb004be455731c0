import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conform } from '#conformance/conform.ts';
import { readContract } from '#conformance/contract/contract.ts';
import { startGateway } from '#gateway/start.ts';
import { emissionMistakes } from '#generators/emission.ts';
import { emitAll } from '#generators/emit.ts';
import { writeOutput } from '#generators/output/write.ts';
import { readSpec } from '#generators/read.ts';
import { UsageError } from '../../failure.ts';
import { simulate } from '../../simulate/service.ts';
import { createMaker } from '../../simulate/value.ts';
import { findNetwork } from '../networks.ts';
import { readApi } from './description.ts';
import { readPrices } from './prices.ts';
import { specificationFiles } from './project.ts';
import { importApi } from './specification.ts';
import { description } from './testing/random.ts';

const seed = Number(process.env.SEED ?? 20261127);
const descriptions = fc.sample(description, { numRuns: 100, seed });

/** Prices that some requests have the fields for, and some code cannot be written for. */
const formulas = [
  '0.01',
  'size(request) * 0.001',
  'request.count * 0.002',
  'request.count % 3',
  '0.01 / request.count',
  'has(request.count) ? request.count * 0.001 : 0.002',
  'request.items[9] * 0.1',
  'double(query.q) * 0.01',
  'query["page-size"] * 0.01',
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollwright-random-'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rm(folder, { recursive: true }));

const { caip2, address, domain } = findNetwork('base');
const view = {
  host: 'gateway',
  network: 'base-usdc',
  caip2,
  networkName: 'Base',
  asset: { address, domain },
  window: 300,
};

/** Writes the specification of a description; `undefined` for one that is refused with the reason. */
async function written(index: number): Promise<string | undefined> {
  const spec = join(folder, String(index), 'spec');
  const source = join(folder, `${index}.json`);
  await writeFile(source, JSON.stringify(descriptions[index]));
  try {
    const api = importApi(await readApi(source), readPrices(['0.01']));
    for (const { path, text } of specificationFiles(api, { host: 'gateway', view, source })) {
      await mkdir(dirname(join(spec, path)), { recursive: true });
      await writeFile(join(spec, path), text);
    }
    return spec;
  } catch (error) {
    if (error instanceof UsageError && /no operation that can be sold|leads back to itself/.test(error.message))
      return undefined;
    throw error;
  }
}

/** Generates from a specification; the mistakes that `check` finds, else nothing. */
async function generated(spec: string): Promise<readonly string[]> {
  const { model, diagnostics } = await readSpec(spec);
  const mistakes = [...diagnostics, ...(model ? await emissionMistakes(model, spec) : [])];
  const errors = mistakes.filter(({ severity }) => severity === 'error');
  if (model && errors.length === 0) writeOutput(await emitAll(model), join(dirname(spec), 'generated'));
  return errors.map(({ code, message, file, line }) => `${file}:${line} ${code} ${message}`);
}

test(`descriptions of seed ${seed} become specifications that check passes, and whose code compiles`, async () => {
  const found: string[] = [];
  for (const index of descriptions.keys()) {
    const spec = await written(index);
    if (spec === undefined) continue;
    found.push(...(await generated(spec)));
    // The same specification with a price that may be a mistake: it is found, or its code compiles.
    const priced = join(folder, `${index}-priced`, 'spec');
    await cp(spec, priced, { recursive: true });
    const formula = formulas[index % formulas.length] ?? '0.01';
    const price = `price: call\nkind: quoted\nsummary: A price\ninputs: {}\nformula: '${formula}'\nbreakdown: { call: '${formula}' }\nrounding: up\n`;
    await writeFile(join(priced, 'prices/call.yaml'), price);
    await generated(priced);
  }
  expect(found).toEqual([]);
  const compilerOptions = {
    ...{ target: 'es2024', lib: ['es2024', 'esnext.disposable'], module: 'nodenext', types: ['node'], noEmit: true },
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, erasableSyntaxOnly: true },
    ...{ verbatimModuleSyntax: true, allowImportingTsExtensions: true, resolveJsonModule: true, skipLibCheck: true },
  };
  const config = { compilerOptions, include: ['*/generated'], exclude: ['*/generated/conformance'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = resolve('node_modules/typescript-native/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', folder, '--checkers', '1'], { stdio: 'pipe', encoding: 'utf8' });
});

test(`specifications of seed ${seed} are served, and conform to themselves`, async () => {
  const found: string[] = [];
  for (const index of [...descriptions.keys()].filter((each) => each % 10 === 0)) {
    const spec = await written(index);
    if (spec === undefined) continue;
    await generated(spec);
    const out = join(dirname(spec), 'generated');
    const { hosts } = await import(pathToFileURL(join(out, 'hosts/index.ts')).href);
    const contract = await readContract(join(out, 'contracts/gateway.json'));
    // A random schema may contradict itself.
    const make = createMaker({ schemas: contract.schemas });
    const responses = contract.operations.flatMap((operation) => operation.responses);
    if (responses.some(({ schema }) => schema && make(schema, 1) === undefined)) continue;
    const service = await simulate({}, 'gateway', out);
    const token = 'token-of-a-test';
    const gateway = await startGateway({ host: hosts.gateway, service, port: 0, controlToken: token });
    try {
      const { results } = await conform({
        contract,
        host: 'gateway',
        target: join(out, 'targets/gateway.yaml'),
        url: gateway.url,
        level: 'controlled',
        control: { url: gateway.controlUrl ?? '', token },
        seed: index,
      });
      const broken = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
      found.push(...broken.map(({ rule, detail, actual }) => `${index} ${rule}: ${detail} ${JSON.stringify(actual)}`));
    } finally {
      await gateway.close();
    }
  }
  expect(found).toEqual([]);
});
