import { sameAddress } from '@tollwright/runtime/x402/address';
import { cheapest, controlPaid, isServed } from '../../calls/cheapest.ts';
import { controlOf, ledgerOf } from '../../calls/control.ts';
import type { Chain } from '../../chain/node.ts';
import { receiptMismatch } from '../../chain/receipt.ts';
import { payloadIn, signedIn } from '../../chain/signed.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { observe } from '../../check/observation.ts';
import { failure, type Outcome } from '../../check/outcome.ts';
import { fieldMismatch } from '../../check/required-field.ts';
import type { Run } from '../../check/run.ts';
import { schemaMismatch } from '../../check/schema-mismatch.ts';
import { inParallel } from '../../common/in-parallel.ts';
import { valueAt } from '../../common/json.ts';
import type { Operation } from '../../contract/operation.ts';
import { parseJson } from '../../http/events.ts';
import type { Exchange, Mismatch, SentRequest } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { receiptIn, receiptNames, transportOf } from '../../http/payment-headers.ts';
import { sampleOf } from '../../http/sample.ts';
import { answersOf, type ObservedResponse } from '../../requests/observed.ts';
import { isLaterPoll, settledCalls } from './settled-calls.ts';

/** A response with a receipt, and the calls whose payment it may be the receipt of. */
interface Receipt {
  readonly exchange: Exchange;
  /** One, or for the poll of a job the call that created it and the poll itself: either may settle. */
  readonly payingCalls: readonly SentRequest[];
}

/** The served calls of a run with their receipts, oldest first. */
export function receiptsOf(run: Run): readonly Receipt[] {
  return run.exchanges
    .filter(({ exchange }) => isServed(exchange) && transactionIn(run, exchange))
    .map(({ invocation, exchange }) => {
      observe(exchange);
      const created = creatorOf(run, invocation.operation, exchange.sent);
      return { exchange, payingCalls: [...(created ? [created] : []), exchange.sent] };
    });
}

/** The call that created the job which a call polls; undefined for other calls. */
function creatorOf(run: Run, { machine }: Operation, { path }: SentRequest): SentRequest | undefined {
  if (machine?.role !== 'poll') return undefined;
  const pointer = run.contract.machines[machine.id]?.reads.id ?? '/id';
  const created = run.exchanges.find(({ invocation, exchange }) => {
    const own = invocation.operation.machine;
    const id = valueAt(exchange.received.json, pointer);
    return own?.id === machine.id && own.role === 'create' && typeof id === 'string' && path.includes(id);
  });
  return created?.exchange.sent;
}

/** The response to a paid call has a settlement receipt; its format is not stated. */
const receiptResponse: ProtocolCheck = {
  id: 'payment.receipt.response',
  async check(run) {
    const transport = transportOf(run.contract);
    for (const exchange of [await controlPaid(run), ...(await otherPaidResponses(run)), ...settlingPolls(run)]) {
      const { headers } = exchange.received;
      const names = receiptNames(transport, 'settlement');
      if (receiptIn(transport, 'settlement', headers)) continue;
      return {
        verdict: 'fail',
        detail: 'The response to a paid call has no settlement receipt.',
        expected: `a settlement receipt in ${names.join(' or ')}`,
        actual: Object.keys(headers),
        exchange,
      };
    }
    return { verdict: 'pass' };
  },
};

/** The receipt fits its schema, and the payer that it may name is the one who paid. */
const receiptFields: ProtocolCheck = {
  id: 'payment.receipt.fields',
  async check(run) {
    const transport = transportOf(run.contract);
    for (const exchange of [await controlPaid(run), ...(await otherPaidResponses(run)), ...settlingPolls(run)]) {
      const text = receiptIn(transport, 'settlement', exchange.received.headers);
      if (text === undefined) continue;
      const receipt = parseJson(Buffer.from(text, 'base64').toString());
      const stated = run.contract.host.payment?.transport.receipt.success ?? {};
      const mismatch = schemaMismatch(run, stated, receipt) ?? payerMismatch(exchange.sent, receipt);
      if (mismatch) return { verdict: 'fail', ...mismatch, exchange };
    }
    return { verdict: 'pass' };
  },
};

/** The receipt of a settlement that failed fits its schema. */
const receiptFailure: ProtocolCheck = {
  id: 'payment.receipt.failure',
  alone: true,
  async check(run) {
    const invocation = sampleOf(await cheapest(run));
    const wallet = await run.freshPayer();
    await controlOf(run).settlement('fail');
    const exchange = await run.pay(invocation, { wallet });
    if (isServed(exchange)) return { verdict: 'error', detail: 'The call was served although its settlement failed.' };
    const transport = transportOf(run.contract);
    const text = receiptIn(transport, 'settlement', exchange.received.headers);
    const expected = `a receipt in ${receiptNames(transport, 'settlement').join(' or ')}`;
    if (text === undefined) return failure('The refusal has no receipt of the failed settlement.', expected, exchange);
    const stated = run.contract.host.payment?.transport.receipt.failure ?? {};
    const mismatch = schemaMismatch(run, stated, parseJson(Buffer.from(text, 'base64').toString()));
    return mismatch ? { verdict: 'fail', ...mismatch, exchange } : { verdict: 'pass' };
  },
};

/** A receipt that names a payer names the one who paid. */
function payerMismatch(sent: SentRequest, receipt: unknown): Mismatch | undefined {
  // On Solana the payer may be the account that pays the fee.
  const payer = signedIn(payloadIn(sent))?.from;
  const isOwn = (value: unknown) =>
    payer === undefined || (value ?? undefined) === undefined || sameAddress(value, payer);
  return fieldMismatch([{ at: '/payer', accepts: isOwn, detail: 'payer is not who paid.', expected: payer }], receipt);
}

/** Responses of the other paid operations, where they are paid with test money. */
async function otherPaidResponses(run: Run): Promise<readonly Exchange[]> {
  if (!run.control?.capabilities.has('ledger')) return [];
  return (await settledCalls(run)).map(({ exchange }) => exchange).filter((exchange) => !isLaterPoll(exchange));
}

/** The polls of the run so far that settled a job. */
function settlingPolls(run: Run): readonly Exchange[] {
  const polls = run.contract.operations.filter(({ machine }) => machine?.role === 'poll');
  const settling = polls.flatMap((operation) => answersOf(run, operation)).filter(isSettlingPoll);
  return settling.map(({ exchange }) => exchange);
}

/** True for the poll that settles its job, which it reports as such: later ones are `already_settled`. */
function isSettlingPoll({ exchange: { received } }: ObservedResponse): boolean {
  return received.status === 200 && valueAt(received.json, '/payment/status') === 'settled';
}

/** A cache that stores a paid response serves it to callers who have not paid. */
const receiptNotShared: ProtocolCheck = {
  id: 'payment.receipt.not-shared',
  async check(run) {
    for (const exchange of [await controlPaid(run), ...(await otherPaidResponses(run))]) {
      if (!isStorable(exchange, transportOf(run.contract).payment.headers)) continue;
      const { 'cache-control': control = null, expires = null, vary = null } = exchange.received.headers;
      return {
        verdict: 'fail',
        detail: 'A cache between the caller and the target may store a paid response and serve it to others.',
        expected: 'Cache-Control: no-store or private',
        actual: { 'cache-control': control, expires, vary },
        exchange,
      };
    }
    return { verdict: 'pass' };
  },
};

/** Whether a shared cache may serve a response to others (RFC 9111, sections 3 and 4.2.2). */
function isStorable({ sent, received: { headers } }: Exchange, paymentHeaders: readonly string[]): boolean {
  const directives = new Map(
    (headers['cache-control'] ?? '').split(',').map((text) => {
      const [name = '', value = ''] = text.trim().toLowerCase().split('=');
      return [name, value];
    }),
  );
  if (['no-store', 'private', 'no-cache'].some((name) => directives.has(name))) return false;
  const varying = (headers.vary ?? '').split(',').map((name) => name.trim().toLowerCase());
  if (['*', ...paymentHeaders].some((name) => varying.includes(name.toLowerCase()))) return false;
  const age = directives.get('s-maxage') ?? directives.get('max-age');
  if (age !== undefined) return Number(age) > 0;
  // Without a lifetime, caches choose one for what was read with GET.
  return headers.expires !== undefined || directives.has('public') || sent.method === 'GET';
}

/**
 * A paid response has the transaction hash; where the ledger can be read, it must be that of the transfer, and where the
 * chain can be asked, the transaction has moved what the payment signs.
 */
const receiptTransaction: ProtocolCheck = {
  id: 'payment.receipt.transaction',
  whole: true,
  async check(run) {
    const paid = await controlPaid(run);
    const [name] = receiptNames(transportOf(run.contract), 'transaction');
    if (name === undefined) throw new NotTestable('open', 'The specification names no header with the transaction.');
    const hash = transactionIn(run, paid);
    if (!hash) {
      return {
        verdict: 'fail',
        detail: `The response to a paid call has no ${name}.`,
        expected: 'a transaction hash',
        actual: null,
        exchange: paid,
      };
    }
    const failure = run.chain && (await failedReceipt(run, run.chain));
    if (failure) return failure;
    if (!run.payer || !run.control?.capabilities.has('ledger')) return { verdict: 'pass' };
    for (const { exchange, transfers } of await settledCalls(run)) {
      const own = transactionIn(run, exchange);
      if (own === undefined && isLaterPoll(exchange)) continue;
      const known = transfers.map(({ tx_hash }) => tx_hash);
      if (known.length === 0 || known.some((each) => namesHash(own, each))) continue;
      const detail = `${name} does not match the transaction of its call.`;
      return { verdict: 'fail', detail, expected: known, actual: own ?? null, exchange };
    }
    const settled = (await ledgerOf(run, run.payer.address)).map((transfer) => transfer.tx_hash);
    if (settled.some((known) => namesHash(hash, known))) return { verdict: 'pass' };
    return {
      verdict: 'fail',
      detail: `${name} does not match any settled transaction.`,
      expected: settled,
      actual: hash,
      exchange: paid,
    };
  },
};

/** The transaction that a response reports in a header of its own. */
function transactionIn({ contract }: Run, { received }: Exchange): string | undefined {
  return receiptIn(transportOf(contract), 'transaction', received.headers);
}

/** Receipts that a node is asked about at the same time. */
const nodeConcurrency = 4;

/** A receipt of the run that no payment agrees with which it may be of; undefined where the chain agrees with all. */
async function failedReceipt(run: Run, chain: Chain): Promise<Outcome | undefined> {
  let failure: Outcome | undefined;
  await inParallel(receiptsOf(run), nodeConcurrency, async ({ exchange, payingCalls }) => {
    if (failure) return;
    const text = transactionIn(run, exchange) ?? '';
    const mismatches = await Promise.all(
      payingCalls.map((sent) => receiptMismatch(chain, sent, text, run.contract.host.payment)),
    );
    const [mismatch] = mismatches;
    if (mismatch && mismatches.every((each) => each)) failure ??= { verdict: 'fail', ...mismatch, exchange };
  });
  return failure;
}

/** Compares hashes: hexadecimal is case-insensitive, base58 is not. */
function namesHash(text = '', hash: string): boolean {
  return hash.startsWith('0x') ? text.toLowerCase().includes(hash.toLowerCase()) : text.includes(hash);
}

/** The checks of the receipt of a settled payment. */
export const receiptChecks: readonly ProtocolCheck[] = [
  receiptResponse,
  receiptFields,
  receiptFailure,
  receiptNotShared,
  receiptTransaction,
];
