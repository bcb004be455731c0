import type { Outcome } from '../check.ts';
import type { Contract, Rule } from '../contract.ts';
import { mapTexts } from '../map-texts.ts';
import { areaOf } from '../run/select.ts';
import { curlOf } from './curl.ts';
import type { RuleResult } from './report.ts';
import type { Secrets } from './secrets.ts';

/** What every result of a run is written with. */
export interface ResultParts {
  readonly contract: Contract;
  readonly url: string;
  readonly secrets: Secrets;
  /** The command that judges one rule alone again. */
  readonly repeat: (rule: string) => string;
}

/** Characters of a value that a report shows. */
const shown = 4000;

/** Writes the outcome of a rule as its result, with every secret left out. */
export function resultOf(rule: Rule, outcome: Outcome, { contract, url, secrets, repeat }: ResultParts): RuleResult {
  const { detail } = outcome;
  const finding = outcome.verdict === 'fail' ? outcome : undefined;
  const evidence = {
    ...(detail !== undefined && { detail }),
    ...(finding?.expected !== undefined && { expected: shorten(finding.expected) }),
    ...(finding && 'actual' in finding && { actual: shorten(finding.actual ?? null) }),
    ...(finding?.at !== undefined && { at: finding.at }),
    ...(finding?.exchange && { curl: curlOf(finding.exchange.sent, url, secrets) }),
    ...((finding || outcome.verdict === 'error') && { repeat: repeat(rule.id) }),
  };
  return {
    rule: rule.id,
    kind: rule.kind,
    summary: rule.summary,
    ...(rule.operation !== undefined && { operation: rule.operation }),
    area: areaOf(rule, contract),
    statements: rule.from,
    tier: rule.tier,
    verdict: outcome.verdict,
    // The rest comes from the contract, which holds no secret.
    ...mapTexts(evidence, (text) => secrets.redact(text)),
  };
}

/** The value as plain JSON, cut to what a report shows. */
function shorten(value: unknown): unknown {
  const text = JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item)) ?? 'null';
  return text.length > shown ? `${text.slice(0, shown)}…` : JSON.parse(text);
}
