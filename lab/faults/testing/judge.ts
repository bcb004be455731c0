import { conform } from '#conformance/conform.ts';
import { type Contract, readContract } from '#conformance/contract/contract.ts';
import type { Report, RuleResult } from '#conformance/report/report.ts';
import { addressOf, randomKey } from '#conformance/wallet/keys.ts';
import { networkKind } from '#conformance/wallet/networks.ts';
import { startFaulty } from '../../toolkit/start.ts';
import type { Fault } from '../fault.ts';

const controlToken = 'a token of this test';
const apiKey = 'sk_of_this_test_and_no_other';
const plenty = 1_000_000_000n;

/** What is judged: a fault, or `{ host, level, only }` of a healthy gateway. */
export type Judged = Pick<Fault, 'host' | 'level' | 'only' | 'alter' | 'front' | 'everywhere'>;

/**
 * Runs the suite against a gateway with a fault, with the means of the fault's level and no more.
 *
 * Verdicts are enough for most tests; `verdictsOnly: false` looks for the shortest sequences as well.
 */
export async function judge(fault: Judged & { readonly verdictsOnly?: boolean }): Promise<Report> {
  const { host, level, only } = fault;
  const contract = await readContract(`generated/contracts/${host}.json`);
  const kind = networkKind(contract.host.payment?.network);
  const keys = { PAYER_KEY: randomKey(kind), OTHER_KEY: randomKey(kind) };
  const controlled = level === 'controlled';
  const gateway = await startFaulty(
    {
      ...fault,
      alter: (whole) => {
        for (const key of Object.values(keys)) void whole.services.store.ledger.fund(addressOf(key), plenty);
        return fault.alter?.(whole) ?? whole;
      },
    },
    {
      host,
      port: 0,
      ...(controlled ? { controlPort: 0, controlToken } : { apiKeys: [{ key: apiKey, balance: plenty }] }),
    },
  );
  try {
    return await conform({
      contract,
      ...(fault.everywhere && { target: `generated/targets/${host}.yaml` }),
      host,
      url: gateway.url,
      ...(controlled && { control: { url: gateway.controlUrl ?? '', token: controlToken } }),
      env: level === 'paid' ? { ...keys, API_KEY: apiKey } : {},
      level,
      verdictsOnly: fault.verdictsOnly ?? true,
      maxSpend: '1000',
      only: present(contract, only),
    });
  } finally {
    await gateway.close();
  }
}

/** The patterns that name a rule at all: a host may lack some. */
function present({ rules }: Contract, only: readonly string[]): readonly string[] {
  return only.filter((pattern) => {
    const expression = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
    return rules.some(({ id }) => expression.test(id));
  });
}

/** The results that say for certain that the target is wrong. */
export function failing({ results }: Report): readonly RuleResult[] {
  return results.filter(({ verdict, tier }) => verdict === 'fail' && tier === 'must');
}

/** The results that name a fault: its own rule, or one that rests on one of the same statements. */
export async function naming(
  { host, rule }: Pick<Fault, 'host' | 'rule'>,
  report: Report,
): Promise<readonly RuleResult[]> {
  const { rules } = await readContract(`generated/contracts/${host}.json`);
  const own = rules.find(({ id }) => id === rule);
  if (!own) throw new Error(`Host ${host} has no rule ${rule}.`);
  return failing(report).filter(
    (result) => result.rule === rule || result.statements.some((statement) => own.from.includes(statement)),
  );
}
