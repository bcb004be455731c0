import type { Contract } from '#conformance/contract/contract.ts';
import type { Report, RuleResult } from '#conformance/report/report.ts';
import { globOf } from '#conformance/run/select.ts';
import { contractOf } from '#conformance/testing/contract.ts';
import { startAltered } from '../../toolkit/altered-gateway.ts';
import { startTrial } from '../../toolkit/trial.ts';
import type { Fault } from '../fault.ts';

/** The gateway to judge: one with a fault, or a healthy one by `{ host, level, only }`. */
export type GatewayUnderTest = Pick<Fault, 'host' | 'level' | 'only' | 'alter' | 'intercept' | 'everywhere'>;

/**
 * Runs the suite against a gateway with a fault, at the level of the fault.
 *
 * Verdicts are enough for most tests; `verdictsOnly: false` looks for the shortest sequences as well.
 */
export async function judge(fault: GatewayUnderTest & { readonly verdictsOnly?: boolean }): Promise<Report> {
  const { host, level, only, everywhere, verdictsOnly = true, alter = (parts) => parts } = fault;
  const contract = await contractOf(host);
  const trial = await startTrial(contract, (options, prepare) =>
    startAltered({ ...fault, alter: (parts) => alter(prepare(parts)) }, options),
  );
  try {
    return await trial.judge({
      ...{ level, verdictsOnly, only: present(contract, only) },
      ...(everywhere && { target: `generated/targets/${host}.yaml` }),
      ...(level !== 'paid' && { env: {} }),
    });
  } finally {
    await trial.close();
  }
}

/** The patterns that name a rule at all: a host may lack some. */
function present({ rules }: Contract, only: readonly string[]): readonly string[] {
  return only.filter((pattern) => rules.some(({ id }) => globOf(pattern).test(id)));
}

/** The results that prove a fault of the target. */
export function failing({ results }: Report): readonly RuleResult[] {
  return results.filter(({ verdict, tier }) => verdict === 'fail' && tier === 'must');
}

/** The results that name a fault: those of its own rule, or of a rule from the same statement. */
export async function naming(
  { host, rule }: Pick<Fault, 'host' | 'rule'>,
  report: Report,
): Promise<readonly RuleResult[]> {
  const { rules } = await contractOf(host);
  const own = rules.find(({ id }) => id === rule);
  if (!own) throw new Error(`Host ${host} has no rule ${rule}.`);
  return failing(report).filter(
    (result) => result.rule === rule || result.statements.some((statement) => own.from.includes(statement)),
  );
}
