import type { RuleResult, ShownExchange } from './report.ts';
import { excerpt, placeOf } from './shorten.ts';
import type { SignedPayment } from './signed-payment.ts';

/** One labelled part of a finding, as reports in text show it. */
export interface Evidence {
  readonly label:
    | 'expected'
    | 'actual'
    | 'where'
    | 'response'
    | 'payment'
    | 'statement'
    | 'sequence'
    | 'request'
    | 'request id'
    | 'repeat';
  /** Statements and sequences have several lines. */
  readonly lines: readonly string[];
}

/** The evidence of a finding: values first, then the statements, then the command that repeats it. `quote` writes a statement by its id. */
export function evidenceOf(result: RuleResult, quote = (id: string) => id): readonly Evidence[] {
  const { expected, actual, at, exchange, statements, curl, request_id: id, sequence = [], repeat } = result;
  const status = isStatus(result);
  const parts: readonly Evidence[] = [
    { label: 'expected', lines: expected === undefined ? [] : [textOfValue(expected, status)] },
    { label: 'actual', lines: actual === undefined ? [] : [textOfValue(actual, status)] },
    { label: 'where', lines: at ? [`JSON pointer ${at}`] : [] },
    { label: 'response', lines: exchange ? [responseText(exchange.answer, actual)] : [] },
    { label: 'payment', lines: exchange?.request.payment ? [paymentText(exchange.request.payment)] : [] },
    { label: 'statement', lines: statements.map(quote) },
    { label: 'sequence', lines: sequence },
    { label: 'request', lines: curl !== undefined && sequence.length === 0 ? [curl] : [] },
    { label: 'request id', lines: id === undefined ? [] : [id] },
    { label: 'repeat', lines: repeat === undefined ? [] : [repeat] },
  ];
  return parts.filter(({ lines }) => lines.length > 0);
}

/** The evidence of a finding as labelled lines. */
export function evidenceText(result: RuleResult): string {
  return evidenceOf(result)
    .map(({ label, lines }) => `${label}: ${lines.join('\n')}`)
    .join('\n');
}

/** True where the compared value is the status of the response. */
function isStatus({ actual, at, exchange }: RuleResult): boolean {
  return at === undefined && exchange !== undefined && actual === exchange.answer.status;
}

function textOfValue(value: unknown, status: boolean): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return status && /^\d(\d\d|xx)/.test(text) ? `HTTP ${text}` : text;
}

/** Characters of a response body that text shows. */
const bodyLength = 300;

function responseText({ status, body }: ShownExchange['answer'], actual: unknown): string {
  const shown = excerpt(body.replace(/\s+/g, ' ').trim(), placeOf(actual, body), bodyLength);
  return `HTTP ${status}${shown === '' ? ' without a body' : ` ${shown}`}`;
}

function paymentText(payment: SignedPayment): string {
  return Object.entries(payment)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}
