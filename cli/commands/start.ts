import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import pc from 'picocolors';
import type { Gateway } from '#gateway/start.ts';
import type { Model } from '#generators/model/types.ts';
import { UsageError } from '../failure.ts';

/** Registers `tollwright start`: the whole path, from the specification to a verdict on a running gateway. */
export function register(program: Command): void {
  program
    .command('start')
    .description('read the spec, generate, serve, run the conformance suite, write the report and keep serving')
    .option('--host <host...>', 'host profiles (default: the first of each way to pay)')
    .option('--port <port>', 'port of the first host; the next hosts take the next ports', '8402')
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
  const model = await generate();
  const hosts = options.host ?? firstOfEachKind(model);
  const gateways: Gateway[] = [];
  let failures = 0;

  try {
    for (const [index, host] of hosts.entries()) {
      const { gateway, failed } = await serveAndJudge(host, Number(options.port) + 2 * index, options.report);
      gateways.push(gateway);
      failures += failed;
    }
    if (!options.once) {
      console.log(`\nServing ${gateways.map(({ url }) => url).join(' and ')}. Press Ctrl-C to stop.`);
      await interrupted();
    }
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.close()));
  }
  return failures;
}

/** Checks the spec and writes `generated/`; mistakes end the run with all of them told. */
async function generate(): Promise<Model> {
  const started = performance.now();
  const { readSpec } = await import('#generators/read.ts');
  const { model, diagnostics } = await readSpec('spec');
  if (!model) {
    const { render } = await import('#generators/diagnostics/render.ts');
    throw new UsageError(`spec/ has mistakes:\n\n${render(diagnostics)}`);
  }
  const { emitAll, writeOutput } = await import('#generators/emit.ts');
  const files = await emitAll(model);
  const { written } = await writeOutput(files, 'generated');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const rules = model.rules.filter(({ tier }) => tier !== 'none').length;
  console.log(
    `${pc.green('✓')} spec/ read and generated in ${seconds} s: ${model.statements.size} statements, ${rules} rules, ` +
      `${files.length} files (${written.length} changed)`,
  );
  return model;
}

/** One live host for each way to pay: enough to see everything once. */
function firstOfEachKind(model: Model): string[] {
  const live = model.hosts.filter(({ operations }) => operations.length > 0).map(({ host }) => host);
  return [...Map.groupBy(live, ({ auth }) => auth).values()].flatMap(([first]) => first?.id ?? []);
}

async function serveAndJudge(
  host: string,
  port: number,
  report: string,
): Promise<{ gateway: Gateway; failed: number }> {
  const { startGateway } = await import('#gateway/start.ts');
  const { conform } = await import('#conformance/conform.ts');
  const controlToken = crypto.randomUUID();
  const gateway = await startGateway({ host, port, controlPort: port + 1, controlToken });
  console.log(`${pc.green('✓')} ${host} is served at ${gateway.url}\n`);

  const folder = join(report, host);
  const result = await conform({
    contract: resolve('generated/contracts', `${host}.json`),
    url: gateway.url,
    host,
    level: 'controlled',
    control: { url: gateway.controlUrl, token: controlToken },
    report: folder,
  });
  console.log(`\nReport: ${pc.underline(join(folder, 'index.html'))}\n`);
  return { gateway, failed: result.summary.fail + result.summary.error };
}

function interrupted(): Promise<void> {
  const { promise, resolve: stop } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop());
  return promise;
}
