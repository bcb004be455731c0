import Table from 'cli-table3';
import { pc } from '#conformance/report/colors.ts';
import type { Output } from '#conformance/report/progress.ts';
import { excuses, type Matrix, type Row, tiers } from './matrix.ts';
import type { Verdict } from './verdict.ts';

/** Renders the kill matrix for a terminal, with every survivor and the reasons of the excused mutants. */
export function renderMatrix(matrix: Matrix): string {
  const table = new Table({
    head: ['operator', 'mutants', ...tiers, ...excuses, 'survived'],
    style: { head: [], border: [], compact: true },
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'right', 'right'],
  });
  table.push(...matrix.rows.map(cellsOf), cellsOf(matrix.total));
  return [
    table.toString(),
    '',
    ...ratesOf(matrix),
    ...(matrix.byRelatedRule > 0 ? [`Killed by another rule from the same statement: ${matrix.byRelatedRule}.`] : []),
    ...reasonsOf(matrix.excused),
    ...matrix.survivors.flatMap(survivor),
    '',
    matrix.survivors.length === 0 ? pc.green('No mutant survived.') : pc.red(`Survivors: ${matrix.survivors.length}.`),
    ...(matrix.partial === undefined ? [] : [pc.red(matrix.partial)]),
    '',
  ].join('\n');
}

/** Sentences with the percentages of the matrix. */
export function ratesOf({ tiers: shares, levels: caught }: Matrix): readonly string[] {
  return [
    `Of the killed mutants ${shares.unpaid} % took no charged call, ${shares.paid} % no read of the ledger.`,
    `Killed at level free: ${caught.free} %, paid: ${caught.paid} %, controlled: ${caught.controlled} %.`,
  ];
}

function cellsOf({ operator, mutants, killed, excused, survived }: Row): (string | number)[] {
  return [operator, mutants, ...tiers.map((tier) => killed[tier]), ...excuses.map((each) => excused[each]), survived];
}

function reasonsOf(excused: readonly Verdict[]): readonly string[] {
  const reasons = new Map<string, number>();
  for (const { outcome } of excused) {
    if (!('reason' in outcome)) continue;
    const reason = `${outcome.verdict}: ${outcome.reason}`;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return [...reasons].map(([reason, count]) => `${count} ${reason}`);
}

function survivor({ host, id, rule, description, outcome }: Verdict): readonly string[] {
  const detail = outcome.verdict === 'survived' ? outcome.detail : '';
  return ['', `${pc.red('survived')} ${host} ${id}`, `  rule ${rule}: ${description}`, `  ${detail}`];
}

/** Mutants between two lines of progress if the output is no terminal: about ten seconds. */
const stride = 100;

/** Shows the progress of a proof: on a terminal as one line that changes, elsewhere as a line at intervals. */
export function showProof(
  output: Output,
  total: number,
): { readonly add: (verdict: Verdict) => void; readonly end: () => void } {
  let done = 0;
  let survivors = 0;
  if (!output.isTTY) output.write(`Trying ${total} mutants\n`);
  return {
    add({ host, id, outcome: { verdict } }) {
      done += 1;
      if (verdict === 'survived') survivors += 1;
      const counts = `${done}/${total} mutants tried, ${survivors} survived`;
      const room = (output.columns ?? 80) - counts.length - 3;
      if (output.isTTY) output.write(`\r\u001B[2K${counts}  ${`${host} ${id}`.slice(0, Math.max(room, 0))}`);
      else if (done % stride === 0 || done === total) output.write(`${counts}\n`);
    },
    end() {
      if (output.isTTY) output.write('\r\u001B[2K');
    },
  };
}
