import type { Outcome } from '../check/check.ts';
import type { Exchange } from '../check/exchange.ts';
import type { Contract, Rule } from '../contract/contract.ts';
import { mapTexts } from '../json/map-texts.ts';
import { areaOf } from '../run/select.ts';
import { paymentHeaders } from '../wallet/spend-tracker.ts';
import { curlOf } from './curl.ts';
import type { RuleResult, ShownExchange } from './report.ts';
import type { Secrets } from './secrets.ts';
import { sequenceOf } from './sequence.ts';

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
    // The rest comes from the contract, which holds no secret.
    ...mapTexts(evidence, (text) => secrets.redact(text)),
  };
}

/** The value as plain JSON, cut to what a report shows. */
function shorten(value: unknown, secrets: Secrets): unknown {
  const text = JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item)) ?? 'null';
  return text.length > shown ? cut(text, secrets) : JSON.parse(text);
}

/** Secrets go first: half of one would not be found any more. */
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

/** A payment is a secret whoever made it: one that nobody redeemed yet could be. */
function headersOf(headers: Readonly<Record<string, string>>, secrets: Secrets): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      paymentHeaders.includes(name.toLowerCase()) ? '$PAYMENT' : cut(value, secrets),
    ]),
  );
}
