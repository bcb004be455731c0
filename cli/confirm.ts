import { createInterface } from 'node:readline/promises';
import Table from 'cli-table3';
import type { Plan } from '#conformance/run/plan.ts';
import { UsageError } from './failure.ts';

/** Rows of the plan that are shown; the rest is summed up. */
const shown = 20;

/** Shows what a run is going to buy, and asks unless that was answered before; throws `UsageError` when it may not. */
export async function confirmPlan(plan: Plan, yes: boolean): Promise<void> {
  process.stderr.write(describePlan(plan));
  if (yes) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new UsageError(
      `This run may spend ${plan.worst} USD, and there is no terminal to ask: say --yes to allow it, or --level free.`,
    );
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question(`Spend up to ${plan.worst} USD? [y/N] `).finally(() => asking.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Nothing was paid, since the answer was not yes.');
}

/** The plan as a table with its worst case. */
export function describePlan({ rows, expected, worst }: Plan): string {
  if (rows.length === 0) return 'These rules need no paid call.\n';
  const table = new Table({
    head: ['operation', 'calls', 'USD each', 'USD'],
    colAligns: ['left', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const { operation, calls, each, usd } of rows.slice(0, shown)) {
    table.push([operation, calls, each ?? 'by the answer', usd ?? '']);
  }
  const rest = rows.slice(shown);
  if (rest.length > 0) {
    table.push([`${rest.length} more`, rest.reduce((sum, { calls }) => sum + calls, 0), '', '']);
  }
  const all = rows.reduce((sum, { calls }) => sum + calls, 0);
  const usual =
    expected === undefined ? '' : `A gateway that keeps the contract charges at most ${expected} USD for them. `;
  return `Planned: up to ${all} paid calls\n${table}\n${usual}Worst case: ${worst} USD, the cap.\n`;
}
