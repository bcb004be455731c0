import { writeFile } from 'node:fs/promises';
import Table from 'cli-table3';
import type { ConformOptions } from '#conformance/conform.ts';
import type { RequestPlan } from '#conformance/run/budget.ts';

/** Prints the plan of a run, as JSON to a file or `-` where one is named; returns the exit code. */
export async function printPlan(options: ConformOptions, json: string | undefined): Promise<number> {
  const { planConform } = await import('#conformance/conform.ts');
  const plan = await planConform(options);
  const text = JSON.stringify(shown(plan), null, 2);
  if (json === '-') console.log(text);
  else process.stdout.write(describe(plan));
  if (json !== undefined && json !== '-') await writeFile(json, `${text}\n`);
  return 0;
}

function shown({ rules, left, requests }: RequestPlan) {
  return {
    plan: 1,
    requests,
    rules: rules.map(({ rule: { id }, samples, ...rest }) => ({
      rule: id,
      ...(Number.isFinite(samples) && { samples }),
      ...rest,
    })),
    left: [...left],
  };
}

/** The plan as a table by kinds of rules, then the rules in their order. */
function describe({ rules, left, requests }: RequestPlan): string {
  const kinds = new Table({
    head: ['kind', 'rules', 'requests'],
    colAligns: ['left', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const [kind, own] of Map.groupBy(rules, ({ rule }) => rule.kind))
    kinds.push([kind, own.length, own.reduce((sum, each) => sum + each.requests, 0)]);
  const order = rules.map(
    ({ rule, requests: own, shared }) =>
      `${String(own).padStart(5)} new, ${String(shared).padStart(5)} shared  ${rule.id}`,
  );
  const rest = left.size > 0 ? `Left out: ${left.size} rules, ${[...left].slice(0, 6).join(', ')} ...\n` : '';
  return `${order.join('\n')}\n\n${kinds}\n\nPlanned: ${rules.length} rules by ${requests} requests. Nothing was sent.\n${rest}`;
}
