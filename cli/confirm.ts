import { createInterface } from 'node:readline/promises';
import Table from 'cli-table3';
import type { Plan } from '#conformance/run/plan.ts';
import { UsageError } from './failure.ts';

/** Rows of the plan that are shown; one more row sums up the others. */
const maxRows = 20;

/** Consent that is given before a run. */
export interface Consent {
  readonly yes: boolean;
  /** True if the plan is not shown where consent is given. */
  readonly silent: boolean;
}

/** Shows what a run may pay and asks for consent, unless `yes`; throws `UsageError` without it. */
export async function confirmPlan(plan: Plan, { yes, silent }: Consent): Promise<void> {
  if (!(yes && silent)) process.stderr.write(describePlan(plan));
  if (yes) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new UsageError(
      `This run may spend ${plan.worst} USD and cannot ask for consent without a terminal. Add --yes to allow it, or use --level free.`,
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`Spend up to ${plan.worst} USD? [y/N] `).finally(() => terminal.close());
  if (!/^y(es)?$/i.test(answer.trim()))
    throw new UsageError('The run was cancelled, and nothing was paid. Answer "y" or add --yes to allow it.');
}

/** Formats the plan as a table with its worst case. */
export function describePlan({ rows, expected, worst }: Plan): string {
  if (rows.length === 0) return 'The selected rules need no paid calls.\n';
  const table = new Table({
    head: ['operation', 'calls', 'USD each', 'USD'],
    colAligns: ['left', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const { operation, calls, each, usd } of rows.slice(0, maxRows)) {
    table.push([operation, calls, each ?? 'by usage', usd ?? '']);
  }
  const rest = rows.slice(maxRows);
  if (rest.length > 0) {
    table.push([`${rest.length} more`, rest.reduce((sum, { calls }) => sum + calls, 0), '', '']);
  }
  const all = rows.reduce((sum, { calls }) => sum + calls, 0);
  const usual =
    expected === undefined ? '' : `A gateway that conforms to the contract charges at most ${expected} USD. `;
  return `Planned: up to ${all} paid calls\n${table}\n${usual}Worst case: ${worst} USD (the spend cap).\n`;
}
