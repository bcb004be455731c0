import { join } from 'node:path';
import type { Command } from 'commander';
import { suggest } from '#conformance/common/usage-error.ts';
import { pc } from '#conformance/report/colors.ts';
import type { Report } from '#conformance/report/report.ts';
import type { Gateway } from '#gateway/start.ts';
import type { Model } from '#generators/model/types.ts';
import { printDiagnostics } from '../diagnostics.ts';
import { UsageError } from '../failure.ts';
import { type Start, starterOf, simulatedNotice } from '../hosts.ts';
import { interrupted } from '../interrupted.ts';
import { judge } from '../judge.ts';
import { port, strictHelp } from '../options.ts';
import { outFolder, specFolder, specHelp } from '../project.ts';
import { generate } from './generate.ts';

/** Registers `tollwright start`: runs the whole path from the specification to a verdict on a running gateway. */
export function register(program: Command): void {
  program
    .command('start')
    .description('read the spec, generate, serve, run the conformance suite, write the report and keep serving')
    .option('--spec <folder>', specHelp)
    .option('--host <host...>', 'host profiles (default: for each way to pay, the host with the most operations)')
    .option('--port <number>', 'first port to listen on, two for each host; 0 for any free ports', port, 8402)
    .option('--report <folder>', 'folder of the reports', 'report')
    .option('--strict', strictHelp)
    .option('--once', 'end after the report; exit 0 only if nothing failed')
    .action(async (options: Options) => {
      process.exitCode = await run(options);
    });
}

interface Options {
  readonly spec?: string;
  readonly host?: readonly string[];
  readonly port: number;
  readonly report: string;
  readonly strict?: boolean;
  readonly once?: boolean;
}

/** Runs everything and returns the exit code. */
async function run(options: Options): Promise<number> {
  const spec = specFolder(options);
  const generated = outFolder(options);
  process.stderr.write(`Reading ${spec}/ and writing ${generated}/ ...\n`);
  const { exitCodeOf } = await import('#conformance/report/report.ts');
  const model = await prepare(spec, generated);
  const hosts = options.host ?? largestOfEachKind(model);
  requireHosts(hosts, model);
  const service = { generated, start: await starterOf(generated, options) };
  const gateways: Gateway[] = [];
  let failures = 0;

  try {
    for (const [index, host] of hosts.entries()) {
      const first = options.port && options.port + 2 * index;
      const { gateway, report } = await serveAndJudge(service, host, first, options.report);
      gateways.push(gateway);
      if (report.stopped) return exitCodeOf(report);
      failures += report.summary.fail + report.summary.error;
    }
    if (!options.once) {
      console.log(`Serving ${gateways.map(({ url }) => url).join(' and ')}. Press Ctrl-C to stop.`);
      await interrupted();
    }
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.close()));
  }
  return failures > 0 ? 1 : 0;
}

/** Checks the spec and generates from it; throws `UsageError` with every diagnostic where the spec has errors. */
async function prepare(spec: string, out: string): Promise<Model> {
  const { model, diagnostics, output, seconds } = await generate({ spec, out });
  if (!model || !output)
    throw new UsageError(`${spec}/ has errors: ${printDiagnostics(diagnostics)}. Correct them and start again.`);

  const rules = model.rules.filter(({ tier }) => tier !== 'none').length;
  console.log(
    `${pc.green('✓')} ${spec}/ read and generated in ${seconds.toFixed(1)} s: ${model.statements.size} statements, ` +
      `${rules} rules, ${output.files} files (${output.written.length} written)`,
  );
  return model;
}

/** Throws `UsageError` for a host that the specification does not have. */
function requireHosts(hosts: readonly string[], model: Model): void {
  const known = model.hosts.map(({ host }) => host.id);
  const unknown = hosts.find((host) => !known.includes(host));
  if (unknown === undefined) return;
  throw new UsageError(`There is no host "${unknown}".${suggest(unknown, known)} Known hosts: ${known.join(', ')}.`);
}

/** The host with the most operations, for each way to pay. */
export function largestOfEachKind(model: Model): string[] {
  const live = model.hosts
    .filter(({ operations }) => operations.length > 0)
    .sort((a, b) => b.operations.length - a.operations.length);
  return [...Map.groupBy(live, ({ host }) => host.auth).values()].flatMap(([largest]) => largest?.host.id ?? []);
}

/** The generated folder to serve, and the function that starts its gateways. */
interface Service {
  readonly generated: string;
  readonly start: Start;
}

/** Serves one host and runs the suite against it; the gateway goes on serving. */
async function serveAndJudge(
  { generated, start }: Service,
  host: string,
  port: number,
  reports: string,
): Promise<{ gateway: Gateway; report: Report }> {
  const { readContract } = await import('#conformance/contract/contract.ts');
  const controlToken = crypto.randomUUID();
  const gateway = await start({ host, port, controlPort: port && port + 1, controlToken });
  const notice = simulatedNotice(gateway.simulated);
  console.log(`${pc.green('✓')} ${host} is served at ${gateway.url}${notice === undefined ? '' : `, ${notice}`}\n`);

  const folder = join(reports, host);
  const contract = await readContract(join(generated, 'contracts', `${host}.json`));
  const control = { url: gateway.controlUrl ?? '', token: controlToken };
  const target = join(generated, 'targets', `${host}.yaml`);
  const options = { host, target, url: gateway.url, level: 'controlled', control } as const;
  const { report } = await judge(contract, options, { folder });
  console.log(`\nReport: ${pc.underline(join(folder, 'index.html'))}\n`);
  return { gateway, report };
}
