/** One mutant against the suite. */

import { request } from 'undici';
import { privateKeyToAddress } from 'viem/accounts';
import type { Level } from '#conformance/check.ts';
import { conform } from '#conformance/conform.ts';
import type { Contract, Rule } from '#conformance/contract.ts';
import type { RuleResult } from '#conformance/report/report.ts';
import { type Alteration, type Gateway, startGateway } from '#gateway/start.ts';
import type { Fate } from './verdict.ts';

/** Something to be caught: a gateway with one thing wrong. */
export interface Subject {
  /** Rule that has to be named. */
  readonly rule: Rule;
  readonly alter: Alteration;
}

const levels: readonly Level[] = ['free', 'paid', 'controlled'];
const controlToken = 'control-token-of-the-proof';
const apiKey = 'key-of-the-proof';
const payer = `0x${'11'.repeat(32)}` as const;
const other = `0x${'22'.repeat(32)}` as const;
const plenty = 1_000_000_000_000n;

/** Rules beside the mutant's own that are judged with it, so that naming the right one says something. */
const neighbours = 6;

/** Runs the suite against a gateway, at the lowest level that can tell first. */
export async function tryOut(contract: Contract, { rule, alter }: Subject): Promise<Fate> {
  const gateway = await startGateway(
    {
      ...{ host: contract.host.id, port: 0, controlPort: 0, controlToken },
      apiKeys: [{ key: apiKey, balance: plenty }],
    },
    alter,
  );
  try {
    if (contract.host.auth === 'x402') await fund(gateway);
    const run = async (level: Level, only: readonly Rule[]) => {
      const report = await conform({
        ...{ contract, host: contract.host.id, url: gateway.url, level, maxSpend: '10000' },
        ...{
          only: only.map(({ id }) => id),
          exhaust: true,
          env: { PAYER_KEY: payer, OTHER_KEY: other, API_KEY: apiKey },
        },
        ...(level === 'controlled' && { control: { url: gateway.controlUrl ?? '', token: controlToken } }),
      });
      return report.results;
    };
    const near = [rule, ...nearRules(contract, rule)];
    let own: RuleResult | undefined;
    for (const level of levels.slice(levels.indexOf(rule.level))) {
      const results = await run(level, level === rule.level ? near : [rule]);
      own = results.find((result) => result.rule === rule.id);
      const killed = killedBy(rule, level, results);
      if (killed) return killed;
    }
    const results = await run('controlled', kinOf(contract, rule));
    return (
      killedBy(rule, 'controlled', results) ?? {
        fate: 'survived',
        detail: `${own?.verdict}: ${own?.detail ?? ''}`,
        also: failing(results),
      }
    );
  } finally {
    await gateway.close();
  }
}

/** Gives the wallets money; nobody else has any. */
async function fund({ controlUrl }: Gateway): Promise<void> {
  for (const key of [payer, other]) {
    const { body, statusCode } = await request(`${controlUrl}/control/v1/fund`, {
      method: 'POST',
      headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ address: privateKeyToAddress(key), amount: String(plenty) }),
    });
    await body.dump();
    if (statusCode !== 204) throw new Error(`A wallet could not be funded: ${statusCode}.`);
  }
}

/** Rules of the same operation and place, then of the same operation. */
function nearRules({ rules }: Contract, rule: Rule): readonly Rule[] {
  const place = ({ schema }: Rule) => schema && [schema.in, schema.status, ...schema.path].join('/');
  const alike = rules.filter(
    ({ id, operation, kind }) =>
      id !== rule.id && operation !== undefined && operation === rule.operation && kind === rule.kind,
  );
  return alike
    .toSorted((one, two) => Number(place(two) === place(rule)) - Number(place(one) === place(rule)))
    .slice(0, neighbours);
}

/** Every rule that the fault could be seen by: of the operation, of the same subject, or from the same statement. */
function kinOf({ rules }: Contract, rule: Rule): readonly Rule[] {
  return rules.filter(
    (each) =>
      each.id === rule.id ||
      (rule.operation !== undefined && each.operation === rule.operation && each.kind !== 'limit') ||
      (rule.subject !== undefined && each.subject === rule.subject) ||
      sharesStatement(each, rule),
  );
}

function sharesStatement(one: Pick<Rule, 'from'>, other: Rule): boolean {
  return one.from.some((statement) => other.from.includes(statement));
}

function failing(results: readonly RuleResult[]): readonly string[] {
  return results.filter(({ verdict, tier }) => verdict === 'fail' && tier === 'must').map(({ rule }) => rule);
}

function killedBy(rule: Rule, level: Level, results: readonly RuleResult[]): Fate | undefined {
  const named = failing(results);
  const found =
    results.find((result) => result.rule === rule.id && named.includes(result.rule)) ??
    results.find((result) => named.includes(result.rule) && sharesStatement({ from: result.statements }, rule));
  if (!found) return undefined;
  const also = named.filter((id) => id !== found.rule);
  return { fate: 'killed', level, by: found.rule, detail: found.detail ?? '', also };
}
