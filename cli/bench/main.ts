import Table from 'cli-table3';
import { Argument, InvalidArgumentError, Option, program } from 'commander';
import { pc } from '#conformance/report/colors.ts';
import { challengePath } from './challenge-path.ts';
import { claims } from './claims.ts';
import { conformance } from './conformance.ts';
import { emitted } from './emitted.ts';
import type { Figure } from './figure.ts';
import { generation } from './generation.ts';
import { largeDescriptions } from './large-descriptions.ts';
import { oddRequests } from './odd-requests.ts';
import { paidPath } from './paid-path.ts';
import { production } from './production.ts';
import { quoting } from './quoting.ts';
import { releases } from './releases.ts';
import { settlement } from './settlement.ts';
import { sustained } from './sustained.ts';
import { validation } from './validation.ts';
import { verification } from './verification.ts';

/** The parts of `npm run bench`, by name. */
const parts: Readonly<Record<string, (minutes: number) => Promise<readonly Figure[]>>> = {
  generation,
  emitted,
  quoting,
  validation,
  challengePath,
  paidPath,
  verification,
  oddRequests,
  load: sustained,
  claims,
  settlement,
  conformance,
  production,
  releases,
  largeDescriptions,
};

program
  .name('npm run bench --')
  .description('Measure speed and cost beside peers and limits, and print ratios.')
  .addArgument(new Argument('[part...]', 'only these parts').choices(Object.keys(parts)))
  .addOption(new Option('--minutes <number>', 'how long the part "load" lasts').argParser(positive).default(0.25))
  .option('--json', 'print JSON instead of a table')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse();

const { json, minutes } = program.opts<{ json?: true; minutes: number }>();
const wanted = program.args.length > 0 ? program.args : Object.keys(parts);
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (!wanted.includes(name)) continue;
  if (!json) console.error(pc.dim(`measuring ${name} …`));
  figures.push(...(await measure(minutes)));
}

if (json) {
  console.log(JSON.stringify(figures, null, 2));
} else {
  const table = new Table({
    head: ['what', 'ours', 'peer or limit', 'ratio', 'aim'],
    colWidths: [60],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  for (const { what, ours, peer, value, aim } of figures) {
    const met = 'atLeast' in aim ? value >= aim.atLeast : value <= aim.atMost;
    const shown = value.toFixed(value < 10 ? 2 : 0);
    table.push([what, ours, peer, met ? pc.green(shown) : pc.yellow(shown), describe(aim)]);
  }
  console.log(table.toString());
}

function describe(aim: Figure['aim']): string {
  const shown = (limit: number) => Number(limit.toFixed(2));
  return 'atLeast' in aim ? `≥ ${shown(aim.atLeast)}` : `≤ ${shown(aim.atMost)}`;
}

function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new InvalidArgumentError('Expected a number above 0.');
  return number;
}
