import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { pc } from '#conformance/report/colors.ts';
import type { Model } from '#generators/model/types.ts';
import { count, printDiagnostics } from '../diagnostics.ts';
import { UsageError } from '../failure.ts';
import { ask, canAsk } from '../init/ask.ts';
import { type ProjectFile, writeFiles } from '../init/files.ts';
import { findNetwork, networks } from '../init/networks.ts';
import {
  apiProject,
  emptyProject,
  extendingProject,
  type HostPlan,
  hostFiles,
  openEnds,
  requireEmpty,
  serviceProject,
} from '../init/project.ts';
import { httpUrl } from '../options.ts';
import { specFolder } from '../project.ts';
import { generate } from './generate.ts';

/** Registers `tollwright init`: creates a project, or adds a host to this one. */
export function register(program: Command): void {
  program
    .command('init')
    .description('create a project with a specification, handlers, tests and CI; or add a host to this project')
    .argument(
      '[folder]',
      'folder of the new project (default: asks); without it and with --operations, a host is added to this project',
    )
    .option('--from <spec>', 'specification to extend: a folder, or a package such as tollwright')
    .option('--host <id>', 'id of the host (default: asks)')
    .option(
      '--network <caip2>',
      `network of the payments (default: asks): ${networks.map(({ caip2 }) => caip2).join(', ')}`,
    )
    .option(
      '--operations <list>',
      'operations of the extended specification: ids, areas or words of ids, separated by commas',
    )
    .option('--empty', 'no operations: only how calls are paid')
    .option('--openapi <source>', 'OpenAPI 3.x or Swagger 2.0 description of an API to sell: a file or a URL')
    .option('--live <url>', 'URL of a running x402 seller to make a project of; it is called without payments', httpUrl)
    .option(
      '--price <usd...>',
      'price of a call of that API, or <tag>=<usd> and <operation>=<usd>; 0 is free (default: asks)',
    )
    .addHelpText('after', help)
    .action(async (folder: string | undefined, options: Options) => {
      process.exitCode = await run(folder, options);
    });
}

const help = `
Without --host and --network it asks. Without a terminal it takes "gateway" on ${networks[0]?.caip2}.

Examples:
  tollwright init my-gateway
  tollwright init my-gateway --from tollwright --host optimism --network eip155:10 --operations chat,search,images
  tollwright init --host optimism --network eip155:10 --operations chat,search,images
  tollwright init my-seller --openapi openapi.yaml --price 0.01 --price search=0.005
  tollwright init my-seller --live https://seller.example
`;

interface Options {
  readonly from?: string;
  readonly host?: string;
  readonly network?: string;
  readonly operations?: string;
  readonly empty?: boolean;
  readonly openapi?: string;
  readonly live?: string;
  readonly price?: readonly string[];
}

async function run(given: string | undefined, options: Options): Promise<number> {
  if (options.price !== undefined && options.openapi === undefined && options.live === undefined)
    throw new UsageError('--price is the price of an API: name its description with --openapi.');
  const kinds = (['from', 'openapi', 'live', 'empty'] as const).filter((kind) => options[kind]);
  if (kinds.length > 1)
    throw new UsageError(
      `${kinds.map((kind) => `--${kind}`).join(' and ')} make different projects. Leave all but one out.`,
    );
  if (options.from !== undefined && options.operations === undefined)
    throw new UsageError('Name what the host sells with --operations, as in: --operations chat,search,images');
  if (options.from === undefined && options.operations !== undefined) {
    if (given === undefined) return addHost(options);
    throw new UsageError('Name the specification that has these operations with --from, as in: --from tollwright');
  }
  const folder = given ?? (await askedFolder());
  requireEmpty(folder);
  const { live } = options;
  const { plan, files } = await (live === undefined ? chosen(folder, options) : liveFiles(folder, live, options));
  await writeFiles(folder, files);
  // Handlers are written into it with what is generated.
  await mkdir(join(folder, 'handlers'), { recursive: true });
  return finish(folder, plan);
}

async function askedFolder(): Promise<string> {
  if (!canAsk()) throw new UsageError('Name the folder of the project, as in: tollwright init my-gateway');
  const [folder = ''] = await ask([{ text: 'Folder of the project', usual: 'my-gateway', check: requireEmpty }]);
  return folder;
}

/** Adds a host to the specification of the project here. */
async function addHost(options: Options): Promise<number> {
  const spec = specFolder({});
  const model = await modelOf(spec);
  const plan = await planOf(options);
  const files = hostFiles({ ...plan, model, operations: wordsOf(options) });
  const present = files.find(({ path }) => existsSync(join(spec, path)));
  if (present) throw new UsageError(`There is ${join(spec, present.path)} already. Choose another id with --host.`);
  await writeFiles(spec, files);
  const lines = files.reduce((sum, { text }) => sum + text.trimEnd().split('\n').length, 0);
  console.log(`${pc.green('✓')} ${files.map(({ path }) => join(spec, path)).join(' and ')}: ${count(lines, 'line')}.`);
  console.log(`Next: tollwright generate && tollwright serve --host ${plan.host}`);
  return 0;
}

/** A host, and the files of its project. */
interface PlannedProject {
  readonly plan: HostPlan;
  readonly files: readonly ProjectFile[];
}

async function chosen(folder: string, options: Options): Promise<PlannedProject> {
  const plan = await planOf(options);
  return { plan, files: await filesOf(folder, plan, options) };
}

/** The project of a running seller, whose network is that of its offers. */
async function liveFiles(folder: string, url: string, options: Options): Promise<PlannedProject> {
  const { host = 'gateway', network: wanted, price = [] } = options;
  requireId(host);
  const { readSeller } = await import('../init/live/seller.ts');
  const { readPrices } = await import('../init/openapi/prices.ts');
  const progress = progressLine(process.stderr);
  const { api, network, window } = await readSeller(url, {
    ...(wanted !== undefined && { network: findNetwork(wanted).caip2 }),
    prices: readPrices(price),
    progress,
  });
  progress('');
  const plan = { host, network };
  return { plan, files: apiProject(folder, plan, api, url, window) };
}

async function filesOf(folder: string, plan: HostPlan, options: Options): Promise<readonly ProjectFile[]> {
  const { from, openapi } = options;
  if (openapi !== undefined) return importedFiles(folder, plan, openapi, options.price ?? (await askedPrice()));
  if (options.empty) return emptyProject(folder, plan);
  if (from === undefined) return serviceProject(folder, plan);
  const model = await modelOf(specFolder({ spec: from }));
  return extendingProject(folder, { ...plan, model, operations: wordsOf(options) }, from);
}

/** Files of a project that sells an API; what its description has besides is listed in one of them. */
async function importedFiles(
  folder: string,
  plan: HostPlan,
  openapi: string,
  price: readonly string[],
): Promise<readonly ProjectFile[]> {
  const { readApi } = await import('../init/openapi/description.ts');
  const { importApi } = await import('../init/openapi/specification.ts');
  const { readPrices } = await import('../init/openapi/prices.ts');
  const api = importApi(await readApi(openapi), readPrices(price));
  return apiProject(folder, plan, api, openapi);
}

/** The price of a call, asked for at a terminal; none where the description may have prices. */
async function askedPrice(): Promise<readonly string[]> {
  if (!canAsk()) return [];
  const { readPrices } = await import('../init/openapi/prices.ts');
  return ask([{ text: 'Price of a call in USD', usual: '0.01', check: (answer) => readPrices([answer]) }]);
}

async function planOf({ host, network }: Options): Promise<HostPlan> {
  const questions = [
    { text: 'Id of the host', usual: host ?? 'gateway', given: host, check: requireId },
    {
      text: `Network (${networks.map(({ id }) => id).join(', ')})`,
      usual: network ?? networks[0]?.id ?? '',
      given: network,
      check: findNetwork,
    },
  ];
  const open = questions.filter(({ given }) => given === undefined);
  const answers = [...(open.length > 0 && canAsk() ? await ask(open) : open.map(({ usual }) => usual))];
  const [chosenHost = '', chosenNetwork = ''] = questions.map(({ given }) => given ?? answers.shift() ?? '');
  requireId(chosenHost);
  return { host: chosenHost, network: findNetwork(chosenNetwork) };
}

function requireId(id: string): void {
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) return;
  throw new UsageError(
    `"${id}" cannot be the id of a host. Expected lower-case words with hyphens, such as my-gateway.`,
  );
}

async function modelOf(spec: string): Promise<Model> {
  const { readSpec } = await import('#generators/read.ts');
  const { model } = await readSpec(spec);
  if (model) return model;
  throw new UsageError(`The specification in ${spec} has mistakes. Run "tollwright check --spec ${spec}" to see them.`);
}

function wordsOf({ operations = '' }: Options): readonly string[] {
  return operations
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Generates from the new files, and prints the next steps. */
async function finish(folder: string, { host, network }: HostPlan): Promise<number> {
  const { model, diagnostics, output } = await generate({ spec: join(folder, 'spec'), out: join(folder, 'generated') });
  if (!model || !output) throw new UsageError(`The new specification has mistakes: ${printDiagnostics(diagnostics)}.`);
  if (diagnostics.length > 0) printDiagnostics(diagnostics);
  const operations = model.hosts.flatMap((view) => view.operations).length;
  console.log(
    `${pc.green('✓')} ${folder}: host ${host} on ${network.caip2}, ${count(operations, 'operation')}, ${count(model.rules.length, 'rule')}.`,
  );
  for (const line of openEnds(folder)) console.log(line);
  console.log(`Next: cd ${folder} && npm install && npm test, then npx tollwright serve`);
  return 0;
}

/** Sentences between two that are printed where there is no terminal. */
const gap = 50;

/** Prints how far something is: on one line of a terminal, which an empty sentence clears, else now and then on its own line. */
function progressLine(output: { readonly isTTY?: boolean; write(text: string): unknown }): (sentence: string) => void {
  let given = 0;
  return (sentence) => {
    if (output.isTTY) output.write(`\r\x1b[K${sentence}`);
    else if (sentence !== '' && given++ % gap === 0) output.write(`${sentence} ...\n`);
  };
}
