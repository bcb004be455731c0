/** Writes docs/trust.md and the figures behind it from the results of `prove` and `strangers`. */

import { readFileSync, writeFileSync } from 'node:fs';
import { program } from 'commander';
import { Outcome } from '../strangers/outcome.ts';
import { figuresOf } from './figures.ts';
import { pageOf } from './page.ts';

program
  .name('npm run trust --')
  .description('Write docs/trust.md and docs/trust.json from results.')
  .requiredOption('--prove <file>', 'prove.json, as "npm run prove" writes it')
  .requiredOption('--strangers <file>', 'outcomes, as "npm run strangers -- --json FILE" writes them')
  .action(({ prove, strangers }: { prove: string; strangers: string }) => {
    const lines = readFileSync(strangers, 'utf8').trim().split('\n');
    const outcomes = lines.map((line) => Outcome.parse(JSON.parse(line)));
    const today = new Date().toISOString().slice(0, 10);
    const figures = figuresOf(today, JSON.parse(readFileSync(prove, 'utf8')), outcomes);
    writeFileSync('docs/trust.json', `${JSON.stringify(figures, null, 2)}\n`);
    writeFileSync('docs/trust.md', pageOf(figures));
  })
  .parse();
