/** Writes docs/trust.md and the figures behind it from the results of `prove` and `strangers`. */

import { readFileSync, writeFileSync } from 'node:fs';
import { program } from 'commander';
import { Outcome } from '../strangers/outcome.ts';
import { Figures, judgedOf, proofOf } from './figures.ts';
import { pageOf } from './page.ts';

program
  .name('npm run trust --')
  .description(
    'Write docs/trust.md and docs/trust.json from results. What no option names keeps its figures and their date.',
  )
  .option('--prove <file>', 'prove.json, as "npm run prove" writes it')
  .option('--strangers <file...>', 'outcomes, as "npm run strangers -- --json FILE" writes them')
  .action(({ prove, strangers }: { prove?: string; strangers?: readonly string[] }) => {
    const today = new Date().toISOString().slice(0, 10);
    const figures = Figures.parse({
      ...JSON.parse(readFileSync('docs/trust.json', 'utf8')),
      ...(prove !== undefined && { proof: proofOf(today, JSON.parse(readFileSync(prove, 'utf8'))) }),
      ...(strangers && { judged: judgedOf(today, strangers.flatMap(outcomesIn)) }),
    });
    writeFileSync('docs/trust.json', `${JSON.stringify(figures, null, 2)}\n`);
    writeFileSync('docs/trust.md', pageOf(figures));
  })
  .parse();

function outcomesIn(file: string): readonly Outcome[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => Outcome.parse(JSON.parse(line)));
}
