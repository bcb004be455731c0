/** A target that answers every call as the contract says. A plan sees on it which requests the checks of a run send. */

import { formatUsd } from '@tollwright/runtime/money/usd';
import { minimal } from '../arbitraries/minimal.ts';
import { operationContextOf } from '../arbitraries/request-source.ts';
import { errorsOf } from '../calls/responses.ts';
import type { RunSettings } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import type { ErrorEntry, Operation, PaymentProfile } from '../contract/contract.ts';
import { parseJson } from '../http/events.ts';
import { callKey, type Invocation, type SentRequest } from '../http/exchange.ts';
import { Body, HttpResponse } from '../http/response.ts';
import { sampleOf } from '../http/sample.ts';
import { EvaluationError, UnknownValueError } from '../oracle/evaluate.ts';
import { textsWithin } from './localize.ts';
import type { Sender } from './run-parts.ts';

/** The contract that is kept, with its oracle. */
type Settings = Pick<RunSettings, 'contract' | 'evaluator'>;

/** The status and the body of an imagined response. */
interface Imagined {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

/** Statuses of calls that the contract describes no error for. */
const unknownPath: Imagined = { status: 404, body: { error: 'Not found' } };
const unknownMethod: Imagined = { status: 405, body: { error: 'Method not allowed' } };

/** Creates a sender that sends nothing: it answers each call as a deployment without fault and without state would. */
export function imaginedTarget(settings: Settings): Sender {
  return {
    async exchange(sent, _signal, invocation) {
      const { status, body, headers = [] } = imagine(settings, sent, invocation);
      const rawHeaders = [['content-type', 'application/json'] as const, ...headers];
      return new HttpResponse({ status, rawHeaders, body: new Body(JSON.stringify(body)), cut: false });
    },
  };
}

function imagine(settings: Settings, sent: SentRequest, invocation: Invocation): Imagined {
  const { contract } = settings;
  const { operation, method, url, path, raw } = invocation;
  const known = contract.operations.find(({ id }) => id === operation.id);
  if (!known || url !== undefined || path !== undefined) return unknownPath;
  if (method !== undefined && method !== operation.method) return unknownMethod;
  const refused = (id?: string) => refusal(settings, operation, errorsOf(contract, operation, id)[0]);
  if (operation.closed !== undefined) return refused(operation.closed);
  if (raw && parseJson(raw.text) === undefined) return refused('invalid-json');
  const caused = operation.errors.find((id) => isCause(contract.errors[id], invocation));
  if (caused !== undefined) return refused(caused);
  const { requests } = operationContextOf(settings, operation);
  if (!requests.mayAllow(invocation))
    return named(refused(requests.broken(invocation)[0]?.error), settings, invocation);
  if (operation.auth === 'payment' || sent.payment) return challenge(settings, sent, invocation);
  if ((operation.machine?.role ?? 'create') !== 'create') return unknownPath;
  return served(settings, operation);
}

/** True for the call by which the contract causes an error. */
function isCause(entry: ErrorEntry | undefined, invocation: Invocation): boolean {
  const request = entry?.provoke?.request;
  return request !== undefined && callKey(sampleOf(invocation.operation, request)) === callKey(invocation);
}

/** A refusal that names every field of its call, and those that the call lacks. */
function named(
  refused: Imagined,
  settings: Settings,
  { operation, body, query, params, header }: Invocation,
): Imagined {
  const { material } = operationContextOf(settings, operation);
  const parts = [body, query, params, header];
  const schemas = [operation.body?.schema, operation.query, operation.params, operation.headers];
  const errors = schemas.flatMap((schema, part) =>
    schema ? material.validator.errors(schema, parts[part] ?? {}, part > 0).flatMap(({ path }) => path) : [],
  );
  const fields = [...errors, ...textsWithin(parts), ...operation.conditions.flatMap(({ names }) => names ?? [])];
  return { ...refused, body: { ...fieldsOf(refused.body), fields } };
}

function refusal(settings: Settings, operation: Operation, entry: ErrorEntry | undefined): Imagined {
  const { material } = operationContextOf(settings, operation);
  return { status: entry?.http ?? 400, body: entry?.body ? minimal(entry.body, material) : { error: 'Invalid' } };
}

function served(settings: Settings, operation: Operation): Imagined {
  const { material } = operationContextOf(settings, operation);
  const [response] = operation.responses;
  return { status: response?.http ?? 200, body: response?.schema ? minimal(response.schema, material) : {} };
}

function challenge(settings: Settings, sent: SentRequest, invocation: Invocation): Imagined {
  const { operation } = invocation;
  const { payment } = settings.contract.host;
  const { material } = operationContextOf(settings, operation);
  const own = operation.payment?.challenge ? minimal(operation.payment.challenge, material) : {};
  if (!payment) return { status: 402, body: own };
  const amount = amountOf(settings, invocation);
  const accepts = [offer(payment, String(amount), operation.payment?.window)];
  const price = { amount: formatUsd(amount), currency: 'USD', ...fieldsOf(fieldsOf(own).price) };
  const { network, asset, version } = payment;
  const paymentInfo = { network, asset, x402Version: version };
  const [unpaid] = errorsOf(settings.contract, operation, payment.transport.refusals.missing);
  const words = { ...fieldsOf(refusal(settings, operation, unpaid).body), message: 'It costs money.' };
  const resource = { url: sent.path };
  const body = { x402Version: version, ...words, resource, ...fieldsOf(own), accepts, price, paymentInfo };
  const text = Buffer.from(JSON.stringify(body)).toString('base64');
  const forms = Object.entries(payment.transport.challenge.headers);
  const headers = forms.map(([name, form]) => [name, form.replace('{base64}', text)] as const);
  return { status: 402, body, headers };
}

function offer({ scheme, network, asset, window, domain }: PaymentProfile, amount: string, own = window) {
  const payTo = asset;
  return { scheme, network, amount, asset, payTo, maxTimeoutSeconds: own, extra: { ...domain } };
}

/** Micro-USDC of a call; 1 where the contract does not state its price. */
function amountOf(settings: Settings, invocation: Invocation): bigint {
  const { price } = invocation.operation;
  if (!price) return 1n;
  const { requests } = operationContextOf(settings, invocation.operation);
  try {
    return settings.evaluator.micro(price, requests.environment(invocation));
  } catch (error) {
    if (error instanceof EvaluationError || error instanceof UnknownValueError) return 1n;
    throw error;
  }
}
