import type { Outcome } from '../check/check.ts';
import type { Exchange } from '../check/exchange.ts';
import { areaOf } from '../contract/area.ts';
import type { Contract, Rule } from '../contract/contract.ts';
import { mapTexts } from '../json/map-texts.ts';
import { paymentHeaders } from '../wallet/spend-tracker.ts';
import { curlOf } from './curl.ts';
import type { RuleResult, ShownExchange } from './report.ts';
import type { Secrets } from './secrets.ts';
import { sequenceOf } from './sequence.ts';

/** What the results of a run share. */
export interface ResultParts {
  readonly contract: Contract;
  readonly url: string;
  readonly secrets: Secrets;
  /** The command that checks one rule alone again. */
  readonly repeat: (rule: string) => string;
}

/** Length at which a report truncates a value, in characters. */
const shown = 4000;

/** Converts the outcome of a rule to its result and removes every secret. */
export function resultOf(rule: Rule, outcome: Outcome, { contract, url, secrets, repeat }: ResultParts): RuleResult {
  const { detail } = outcome;
  const finding = outcome.verdict === 'fail' ? outcome : undefined;
  const evidence = {
    ...(detail !== undefined && { detail }),
    ...(finding?.expected !== undefined && { expected: shorten(finding.expected, secrets) }),
    ...(finding && 'actual' in finding && { actual: shorten(finding.actual ?? null, secrets) }),
    ...(finding?.at !== undefined && { at: finding.at }),
    ...(finding?.sequence && finding.sequence.length > 1 && { sequence: sequenceOf(finding.sequence, url, secrets) }),
    ...(finding?.exchange && { curl: curlOf(finding.exchange.sent, url, secrets) }),
    ...(finding?.exchange && { exchange: shownExchange(finding.exchange, url, secrets) }),
    ...((finding || outcome.verdict === 'error') && { repeat: repeat(rule.id) }),
  };
  return {
    rule: rule.id,
    kind: rule.kind,
    summary: rule.summary,
    ...(rule.operation !== undefined && { operation: rule.operation }),
    ...(outcome.verdict === 'pass' && outcome.operations && { operations: outcome.operations }),
    area: areaOf(rule, contract),
    statements: rule.from,
    tier: rule.tier,
    verdict: outcome.verdict,
    // The other fields come from the contract, which contains no secret.
    ...mapTexts(evidence, (text) => secrets.redact(text)),
  };
}

/** The value as plain JSON, truncated. */
function shorten(value: unknown, secrets: Secrets): unknown {
  const text = JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item)) ?? 'null';
  return text.length > shown ? cut(text, secrets) : JSON.parse(text);
}

/** Removes secrets before it truncates: half of one would not be found. */
function cut(text: string, secrets: Secrets): string {
  const clean = secrets.redact(text);
  return clean.length > shown ? `${clean.slice(0, shown)}…` : clean;
}

function shownExchange({ sent, received }: Exchange, url: string, secrets: Secrets): ShownExchange {
  const fields = sent.form?.map(([name, value]) => `${name}=${value}`).join('\n');
  const body = sent.body ?? fields;
  return {
    request: {
      method: sent.method,
      url: new URL(url).origin + sent.path,
      headers: headersOf(sent.headers, secrets),
      ...(body !== undefined && { body: cut(body, secrets) }),
    },
    answer: {
      status: received.status,
      headers: headersOf(received.headers, secrets),
      body: cut(received.text, secrets),
    },
  };
}

/** Every payment is a secret: one that was not settled yet could be redeemed. */
function headersOf(headers: Readonly<Record<string, string>>, secrets: Secrets): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      paymentHeaders.includes(name.toLowerCase()) ? '$PAYMENT' : cut(value, secrets),
    ]),
  );
}
