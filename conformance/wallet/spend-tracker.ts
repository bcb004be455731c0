import { formatUsd } from '@tollwright/runtime/money/usd';
import { standardTransport, type TransportHeaders } from '@tollwright/runtime/x402/standard';
import { fieldsOf } from '../common/json.ts';
import { parseJson } from '../http/events.ts';
import type { ReceivedResponse, SentRequest } from '../http/exchange.ts';
import { receiptIn } from '../http/payment-headers.ts';
import type { Budget } from './budget.ts';
import { decodePayment, paymentId } from './wallet.ts';

/** The state of a payment by the response to its request. */
export type PaymentState = 'charged' | 'rejected' | 'open';

/** The state of one signed payment. */
interface Entry {
  readonly amount: bigint;
  /** False for test money, which the budget does not count. */
  readonly counted: boolean;
  state: 'held' | 'released' | 'spent';
  inFlight: number;
  /** True when a response left open whether the payment will be charged, so that it stays held. */
  open: boolean;
  readonly payer: string;
  operation: string;
  time: string;
  transaction?: string;
}

/**
 * Tracks every payment that was signed under the cap, by its id, until it is charged or rejected.
 *
 * It sees each request before it is sent and each response, whichever check sent it and in whichever header.
 */
export class SpendTracker {
  readonly budget: Budget;
  readonly #transport: TransportHeaders;
  readonly #entries = new Map<string, Entry>();
  readonly #charges: Settlement[] = [];
  readonly #test = new Set<string>();
  readonly #transactions = new Map<string, Entry>();
  #measured = false;

  /** Reads receipts in the headers of a transport. */
  constructor(budget: Budget, transport: TransportHeaders = standardTransport) {
    this.budget = budget;
    this.#transport = transport;
  }

  /** Excepts a wallet from the budget: the control API made its money. */
  exempt(payer: string): void {
    this.#test.add(payer.toLowerCase());
  }

  /** Holds the amount of a payment that is about to be signed; throws `CapReached`. */
  reserve(id: string, amount: bigint, payer: string): void {
    const counted = !this.#test.has(payer.toLowerCase());
    if (counted) this.budget.hold(amount);
    this.#entries.set(id, {
      amount,
      counted,
      state: 'held',
      inFlight: 0,
      open: false,
      payer,
      operation: '',
      time: '',
    });
  }

  /** Counts the cost of an account call, which has no receipt. */
  charge(operation: string, amount: bigint): void {
    if (amount === 0n) return;
    if (!this.isMeasured) this.budget.charge(amount);
    const time = new Date().toISOString();
    this.#charges.push({ operation, usd: formatUsd(amount), payer: 'API_KEY', time, state: 'settled' });
  }

  /** Replaces the computed cost of account calls by the spend that a balance shows. */
  measure(measured: { readonly spent: bigint; readonly open: bigint }): void {
    this.#measured = true;
    this.budget.measure(measured);
  }

  /** True once a balance shows the spend. */
  get isMeasured(): boolean {
    return this.#measured;
  }

  /** Every payment that was charged or may be charged, in order of their responses. */
  get settlements(): readonly Settlement[] {
    const payments = [...this.#entries.values()].flatMap((entry) => settlementOf(entry) ?? []);
    return [...payments, ...this.#charges].sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  }

  /**
   * Records that a request is sent, and returns a function to call with its response, or without one.
   *
   * A payment that was rejected before is held again; throws `CapReached` when that would exceed the cap. `served` is
   * the meaning of a success without a receipt: charged, or open where a later poll charges.
   */
  sending(
    signed: SentRequest['payment'],
    served: PaymentState,
    operation: string,
  ): (received?: ReceivedResponse) => void {
    const id = signed && idOf(signed.value);
    const entry = id === undefined ? undefined : this.#entries.get(id);
    if (!entry) return () => {};
    if (entry.state === 'released') {
      if (entry.counted) this.budget.hold(entry.amount);
      entry.state = 'held';
    }
    entry.inFlight += 1;
    return (received) => {
      if (entry.state === 'held') {
        // The call that created a job pays for it, not the poll that settles.
        entry.operation ||= operation;
        entry.time = new Date().toISOString();
      }
      const receipt = received && this.#receiptOf(received);
      const transaction = transactionOf(receipt);
      const payment = transaction === undefined ? entry : (this.#transactions.get(transaction) ?? entry);
      // A receipt for another payment, such as a job that is already settled, charges nothing more.
      if (payment !== entry) return this.#onResponse(entry, 'rejected');
      if (transaction !== undefined) {
        this.#transactions.set(transaction, entry);
        entry.transaction ??= transaction;
      }
      this.#onResponse(entry, received ? paymentStateOf(received.status, receipt, served) : 'open');
    };
  }

  /** The decoded receipt; `null` where it is not JSON. */
  #receiptOf({ headers }: ReceivedResponse): unknown {
    const receipt = receiptIn(this.#transport, 'settlement', headers);
    return receipt === undefined ? undefined : (parseJson(Buffer.from(receipt, 'base64').toString()) ?? null);
  }

  #onResponse(entry: Entry, fate: PaymentState): void {
    entry.inFlight -= 1;
    if (fate === 'open') entry.open = true;
    if (entry.state !== 'held') return;
    if (fate === 'charged') {
      entry.state = 'spent';
      if (entry.counted) this.budget.spend(entry.amount);
    } else if (entry.inFlight === 0 && !entry.open) {
      entry.state = 'released';
      if (entry.counted) this.budget.release(entry.amount);
    }
  }
}

function paymentStateOf(status: number, receipt: unknown, served: PaymentState): PaymentState {
  if (receipt !== undefined && fieldsOf(receipt).success !== false) return 'charged';
  // 503 means that the outcome of a settlement is unknown.
  if (status >= 400) return status === 503 ? 'open' : 'rejected';
  return status < 300 ? served : 'open';
}

function transactionOf(receipt: unknown): string | undefined {
  const { transaction } = fieldsOf(receipt);
  return typeof transaction === 'string' && transaction !== '' ? transaction : undefined;
}

function settlementOf({
  amount,
  counted,
  state,
  open,
  payer,
  operation,
  time,
  transaction,
}: Entry): Settlement | undefined {
  if (state !== 'spent' && !(state === 'held' && open)) return undefined;
  const settled = state === 'spent' ? 'settled' : 'open';
  return {
    operation,
    usd: formatUsd(amount),
    payer,
    ...(transaction !== undefined && { transaction }),
    time,
    state: settled,
    ...(!counted && { test: true }),
  };
}

/** Payments of other origin were never reserved, so they have no entry. */
function idOf(header: string): string | undefined {
  const payment = decodePayment(header);
  return payment && paymentId(payment);
}

/** The payment for one call of a run. */
export interface Settlement {
  readonly operation: string;
  /** USD. */
  readonly usd: string;
  /** Address of the wallet, or the name of the variable that holds the API key. */
  readonly payer: string;
  /** The transaction in the receipt. */
  readonly transaction?: string;
  /** When the response arrived, ISO 8601. */
  readonly time: string;
  /** `open`: no response showed whether the payment was charged, so its amount stays held under the cap. */
  readonly state: 'settled' | 'open';
  /** Present where the control API funded the wallet: it is not the user's money. */
  readonly test?: true;
}
