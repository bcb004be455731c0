/** Writes docs/trust.md and the figures behind it from the generated rules and the results of `prove`, `strangers` and `saboteurs`. */

import { readFileSync, writeFileSync } from 'node:fs';
import { program } from 'commander';
import { readCurve } from '../saboteurs/curve.ts';
import { readSaboteurs } from '../saboteurs/read.ts';
import { readResults } from '../saboteurs/results.ts';
import { Outcome } from '../strangers/outcome.ts';
import { budgetsOf, Figures, judgedOf, proofOf, sentencesOf, uncheckedRules } from './figures.ts';
import { pageOf } from './page.ts';

interface Options {
  readonly prove?: string;
  readonly strangers?: readonly string[];
  readonly saboteurs?: boolean;
}

program
  .name('npm run trust --')
  .description(
    'Write docs/trust.md and docs/trust.json from results. What no option names keeps its figures and their date.',
  )
  .option('--prove <file>', 'prove.json, as "npm run prove" writes it')
  .option('--strangers <file...>', 'outcomes, as "npm run strangers -- --json FILE" writes them')
  .option('--saboteurs', 'read the verdicts that "npm run saboteurs -- --record" wrote')
  .action(({ prove, strangers, saboteurs }: Options) => {
    const today = new Date().toISOString().slice(0, 10);
    const results = readResults();
    const curve = readCurve();
    const figures = Figures.parse({
      ...JSON.parse(readFileSync('docs/trust.json', 'utf8')),
      ...(prove !== undefined && { proof: proofOf(today, JSON.parse(readFileSync(prove, 'utf8'))) }),
      ...(saboteurs && { sentences: sentencesOf(today, results, readSaboteurs()) }),
      ...(curve && { budgets: budgetsOf(curve, results) }),
      ...(strangers && { judged: judgedOf(today, strangers.flatMap(outcomesIn)) }),
    });
    writeFileSync('docs/trust.json', `${JSON.stringify(figures, null, 2)}\n`);
    writeFileSync('docs/trust.md', pageOf(figures, uncheckedRules()));
  })
  .parse();

function outcomesIn(file: string): readonly Outcome[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => Outcome.parse(JSON.parse(line)));
}
