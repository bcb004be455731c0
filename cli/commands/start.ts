import { join } from 'node:path';
import type { Command } from 'commander';
import type { Gateway } from '#gateway/start.ts';
import type { Model } from '#generators/model/types.ts';
import { pc } from '../colors.ts';
import { printDiagnostics } from '../diagnostics.ts';
import { UsageError } from '../failure.ts';
import { interrupted } from '../interrupted.ts';
import { judge } from '../judge.ts';
import { generate } from './generate.ts';

/** Registers `tollwright start`: the whole path, from the specification to a verdict on a running gateway. */
export function register(program: Command): void {
  program
    .command('start')
    .description('read the spec, generate, serve, run the conformance suite, write the report and keep serving')
    .option('--host <host...>', 'host profiles (default: the fullest of each way to pay)')
    .option('--port <port>', 'port of the first host, then one up each time; 0 for any that are free', '8402')
    .option('--report <folder>', 'folder of the reports', 'report')
    .option('--once', 'end after the report; exit 0 only if nothing failed')
    .action(async (options: Options) => {
      const failures = await run(options);
      if (failures > 0) process.exitCode = 1;
    });
}

interface Options {
  readonly host?: readonly string[];
  readonly port: string;
  readonly report: string;
  readonly once?: boolean;
}

async function run(options: Options): Promise<number> {
  const model = await prepare();
  const hosts = options.host ?? fullestOfEachKind(model);
  const gateways: Gateway[] = [];
  let failures = 0;

  try {
    for (const [index, host] of hosts.entries()) {
      const port = Number(options.port);
      const { gateway, failed } = await serveAndJudge(host, port && port + 2 * index, options.report);
      gateways.push(gateway);
      failures += failed;
    }
    if (!options.once) {
      console.log(`Serving ${gateways.map(({ url }) => url).join(' and ')}. Press Ctrl-C to stop.`);
      await interrupted();
    }
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.close()));
  }
  return failures;
}

/** Checks the spec and writes `generated/`; mistakes end the run with all of them told. */
async function prepare(): Promise<Model> {
  const { model, diagnostics, output, seconds } = await generate({ spec: 'spec', out: 'generated' });
  if (!model || !output) throw new UsageError(`spec/ has mistakes: ${printDiagnostics(diagnostics)}.`);

  const rules = model.rules.filter(({ tier }) => tier !== 'none').length;
  console.log(
    `${pc.green('✓')} spec/ read and generated in ${seconds.toFixed(1)} s: ${model.statements.size} statements, ` +
      `${rules} rules, ${output.files} files (${output.written.length} written)`,
  );
  return model;
}

/** For each way to pay the live host that serves most: enough to see everything once. */
function fullestOfEachKind(model: Model): string[] {
  const live = model.hosts
    .filter(({ operations }) => operations.length > 0)
    .sort((a, b) => b.operations.length - a.operations.length);
  return [...Map.groupBy(live, ({ host }) => host.auth).values()].flatMap(([fullest]) => fullest?.host.id ?? []);
}

/** Serves one host and judges it at once; the gateway is left serving. */
async function serveAndJudge(
  host: string,
  port: number,
  report: string,
): Promise<{ gateway: Gateway; failed: number }> {
  const { startGateway } = await import('#gateway/start.ts');
  const { readContract } = await import('#conformance/contract.ts');
  const controlToken = crypto.randomUUID();
  const gateway = await startGateway({ host, port, controlPort: port && port + 1, controlToken });
  console.log(`${pc.green('✓')} ${host} is served at ${gateway.url}\n`);

  const folder = join(report, host);
  const contract = await readContract(`generated/contracts/${host}.json`);
  const control = { url: gateway.controlUrl ?? '', token: controlToken };
  const target = `generated/targets/${host}.yaml`;
  const options = { host, target, url: gateway.url, level: 'controlled', control } as const;
  const { summary } = await judge(contract, options, { folder });
  console.log(`\nReport: ${pc.underline(join(folder, 'index.html'))}\n`);
  return { gateway, failed: summary.fail + summary.error };
}
