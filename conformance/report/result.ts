import type { Verdict } from '../check/outcome.ts';
import { mapTexts } from '../common/json.ts';
import { areaOf } from '../contract/area.ts';
import type { Contract, Rule } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { curlOf } from './curl.ts';
import type { RuleResult, ShownExchange } from './report.ts';
import type { Secrets } from './secrets.ts';
import { sequenceOf } from './sequence.ts';
import { differenceOf, excerpt, placeOf } from './shorten.ts';
import { signedPayment } from './signed-payment.ts';

/** Values that all results of a run need. */
export interface ResultParts {
  readonly contract: Contract;
  readonly url: string;
  readonly secrets: Secrets;
  /** The command that checks one rule alone again. */
  readonly repeat: (rule: string) => string;
}

/** Converts the outcome of a rule to its result and removes every secret. */
export function resultOf(rule: Rule, outcome: Verdict, { contract, url, secrets, repeat }: ResultParts): RuleResult {
  const { detail } = outcome;
  const finding = outcome.verdict === 'fail' ? outcome : undefined;
  const sent = outcome.verdict === 'error' ? outcome.sent : finding?.exchange?.sent;
  const requestId = sent?.headers['x-request-id'];
  const evidence = {
    ...(detail !== undefined && { detail }),
    ...(finding && valuesOf(finding, secrets)),
    ...(finding?.at !== undefined && { at: finding.at }),
    ...(finding?.sequence && finding.sequence.length > 1 && { sequence: sequenceOf(finding.sequence, url, secrets) }),
    ...(sent && { curl: curlOf(sent, url, secrets) }),
    ...(requestId !== undefined && { request_id: requestId }),
    ...(finding?.exchange && { exchange: shownExchange(finding.exchange, finding.actual, url, secrets) }),
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
    ...(outcome.verdict === 'pass' && { observed: outcome.observed }),
    ...(outcome.verdict === 'not-testable' && { reason: outcome.reason }),
    ...(rule.unobservable !== undefined && { unobservable: true as const }),
    // The other fields come from the contract, which contains no secret.
    ...mapTexts(evidence, (text) => secrets.redact(text)),
  };
}

type Finding = Extract<Verdict, { verdict: 'fail' }>;

/** Both values as plain JSON; of long ones the text around their difference. */
function valuesOf(finding: Finding, secrets: Secrets): Pick<RuleResult, 'expected' | 'actual'> {
  const wanted = finding.expected === undefined ? undefined : jsonOf(finding.expected, secrets);
  const came = 'actual' in finding ? jsonOf(finding.actual ?? null, secrets) : undefined;
  const difference = differenceOf(wanted, came);
  return {
    ...(wanted !== undefined && { expected: shorten(wanted, difference) }),
    ...(came !== undefined && { actual: shorten(came, difference) }),
  };
}

/** Secrets are removed before a text is shortened: half of one would not be found. */
function jsonOf(value: unknown, secrets: Secrets): string {
  const text = JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item)) ?? 'null';
  return secrets.redact(text);
}

function shorten(text: string, around: number): unknown {
  const short = excerpt(text, around);
  return short === text ? JSON.parse(text) : short;
}

/** The part of a long response around the actual value. */
function shownExchange({ sent, received }: Exchange, actual: unknown, url: string, secrets: Secrets): ShownExchange {
  const fields = sent.form?.map(([name, value]) => `${name}=${value}`).join('\n');
  const body = sent.body ?? fields;
  const text = secrets.redact(received.text);
  const payment = sent.payment && signedPayment(sent.payment.value);
  return {
    request: {
      method: sent.method,
      url: new URL(url).origin + sent.path,
      headers: headersOf(sent.headers, secrets, sent.payment?.header),
      ...(body !== undefined && { body: excerpt(secrets.redact(body)) }),
      ...(payment && { payment }),
    },
    answer: {
      status: received.rawStatus ?? received.status,
      headers: headersOf(received.headers, secrets),
      body: excerpt(text, placeOf(actual, text)),
    },
  };
}

/** Every payment is a secret: one that was not settled yet could be redeemed. */
function headersOf(
  headers: Readonly<Record<string, string>>,
  secrets: Secrets,
  payment?: string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      name === payment ? '$PAYMENT' : excerpt(secrets.redact(value)),
    ]),
  );
}
