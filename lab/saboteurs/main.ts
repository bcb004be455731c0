/** Runs the suite against gateways that each break one sentence of the documents. */

import { appendFileSync } from 'node:fs';
import { Option, program } from 'commander';
import type { Level } from '#conformance/check/run.ts';
import { suggest, UsageError } from '#conformance/common/usage-error.ts';
import { readContract } from '#conformance/contract/contract.ts';
import { pc } from '#conformance/report/colors.ts';
import type { Model } from '#generators/model/types.ts';
import { readSpec } from '#generators/read.ts';
import { count } from '../toolkit/options.ts';
import { coverageOf } from './coverage.ts';
import { recordCurve } from './curve.ts';
import { type Judgement, judgeAll, show } from './judge.ts';
import { printCoverage, printJudgement, printShown, printTotals } from './print.ts';
import { readSaboteurs } from './read.ts';
import { readResults, record } from './results.ts';
import { hosts, type Saboteur } from './saboteur.ts';
import { startStage } from './stage.ts';

interface Options {
  readonly file?: readonly string[];
  readonly batch?: number;
  readonly id?: readonly string[];
  readonly host?: readonly string[];
  readonly level: Level;
  readonly check?: boolean;
  readonly show?: boolean;
  readonly coverage?: boolean;
  readonly record?: boolean;
  readonly curve?: number;
  readonly json?: string;
}

const levels: readonly Level[] = ['free', 'paid', 'controlled'];

program
  .name('npm run saboteurs --')
  .description('Run the suite against gateways that each break one sentence of the documents.')
  .option('--file <file...>', 'only the saboteurs of these files (default: all in lab/saboteurs)')
  .option('--batch <number>', 'only the saboteurs of this batch', count)
  .option('--id <id...>', 'only these saboteurs')
  .addOption(new Option('--host <host...>', 'only those before these hosts').choices(hosts))
  .addOption(new Option('--level <level>', 'level of the run').choices(levels).default('controlled'))
  .option('--check', 'only read the files, and report mistakes')
  .option('--show', 'show which messages a saboteur changes, without a verdict')
  .option('--coverage', 'list the statements that need a saboteur and have none, and those that need none')
  .option('--record', 'write the verdicts to lab/saboteurs/results.json')
  .option(
    '--curve <number>',
    'judge a random sample of so many by 60, 1,000, 4,000 and all requests of level free, and write curve.json',
    count,
  )
  .option('--json <file>', 'add each verdict to a file, one line of JSON each')
  .addHelpText(
    'after',
    `
Exit code: 0 every saboteur is found, 1 otherwise, 2 the run could not be made.

Examples:
  npm run saboteurs -- --file lab/saboteurs/core-search-response.yaml --check
  npm run saboteurs -- --id search-counts-no-sources --show
  npm run saboteurs -- --batch 1 --record`,
  )
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

const options = program.parse().opts<Options>();
process.exitCode = await run().catch((error) => {
  if (error instanceof UsageError) program.error(`error: ${error.message}`);
  throw error;
});

async function run(): Promise<number> {
  const { model } = await readSpec('spec');
  if (!model) throw new UsageError('spec has mistakes. Run "npx tollwright check" to see them.');
  const saboteurs = readSaboteurs(options.file);
  for (const { id, statement, file } of saboteurs) {
    if (model.statements.has(statement)) continue;
    throw new UsageError(`${file}: ${id} names statement "${statement}", which the ledger does not have.`);
  }
  if (options.coverage) return printCoverage(coverageOf(model, saboteurs));
  const chosen = chosenFrom(saboteurs);
  if (options.check) {
    console.log(pc.green(`${chosen.length} saboteurs can be read.`));
    return 0;
  }
  if (options.curve !== undefined) {
    await recordCurve(chosen, readResults(), { size: options.curve, seed: 1 });
    return 0;
  }
  const judged = await judgeByHost(chosen, model);
  return options.show ? 0 : printTotals(judged);
}

/** The saboteurs that the options name, without those that were withdrawn. */
function chosenFrom(saboteurs: readonly Saboteur[]): readonly Saboteur[] {
  const { batch, id: ids, host } = options;
  const known = saboteurs.map(({ id }) => id);
  for (const id of ids ?? []) {
    if (!known.includes(id)) throw new UsageError(`There is no saboteur "${id}".${suggest(id, known)}`);
  }
  return saboteurs.filter(
    (each) =>
      (ids?.includes(each.id) ?? true) &&
      (batch ?? each.batch) === each.batch &&
      (host?.includes(each.host) ?? true) &&
      each.withdrawn === undefined,
  );
}

/** Shows saboteurs, or judges them and records each verdict as it comes, host by host. */
async function judgeByHost(saboteurs: readonly Saboteur[], { statements }: Model): Promise<readonly Judgement[]> {
  const sentence = ({ statement }: Saboteur) => statements.get(statement)?.text ?? '';
  const judged: Judgement[] = [];
  for (const [host, own] of Map.groupBy(saboteurs, (each) => each.host)) {
    const stage = await startStage(await readContract(`generated/contracts/${host}.json`));
    try {
      if (options.show) {
        for (const each of own) printShown(each, sentence(each), await show(stage, each, sentence(each)));
        continue;
      }
      for await (const judgement of judgeAll(stage, own, { level: options.level, sentence })) {
        printJudgement(judgement, sentence(judgement.saboteur));
        write(judgement);
        judged.push(judgement);
      }
    } finally {
      await stage.close();
    }
  }
  return judged;
}

function write({ saboteur: { id, statement, batch }, verdict: now, by, names, unsent, shown }: Judgement): void {
  if (options.record) record(id, { statement, batch, now, by: [...by], names });
  if (options.json === undefined) return;
  appendFileSync(options.json, `${JSON.stringify({ id, statement, verdict: now, by, names, unsent, shown })}\n`);
}
