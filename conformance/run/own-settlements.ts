import type { ComparedSettlements } from '../check/run.ts';
import { inParallel } from '../common/in-parallel.ts';
import type { Exchange, ReceivedResponse, SentRequest } from '../http/exchange.ts';
import { untraced } from '../http/trace.ts';
import type { Control, Transfer } from '../target/control.ts';
import { decodePayment, type Payment, paymentId, type Wallet } from '../wallet/wallet.ts';

/** Ledgers that are read at the same time. */
const concurrency = 8;

/** Refusals after which it is open whether a payment was charged: the target broke down, or knows no outcome itself. */
const open = [500, 503];

/** A payment that a wallet of the run has signed. */
interface OwnPayment {
  readonly payer: Payer;
  /** Micro-USDC; several where one nonce was signed for again. */
  readonly amounts: Set<string>;
  /** True where a response lets it be charged, or there was none. */
  due: boolean;
  settled: boolean;
}

/** A wallet of the run. */
interface Payer {
  readonly address: string;
  readonly payments: OwnPayment[];
  /** Settlements that were compared before. */
  readonly known: Set<string>;
  readonly refused: Exchange[];
  /** True where a payment was sent since its ledger was read. */
  used: boolean;
}

/**
 * Compares the ledger of the run's own wallets with the responses to their payments: each settlement is that of one payment
 * whose response lets it be charged.
 */
export class OwnSettlements {
  readonly #ledger: Control['ledger'] | undefined;
  readonly #payers: Payer[] = [];
  readonly #payments = new Map<string, OwnPayment>();
  readonly #unexplained: ComparedSettlements['unexplained'][number][] = [];
  /** Payments that may be charged, and whose ids are not known since they were changed. */
  #unknown = 0;
  #compared = 0;

  /** Compares nothing where the control API has no ledger. */
  constructor(control: Pick<Control, 'capabilities' | 'ledger'> | undefined) {
    this.#ledger = control?.capabilities.has('ledger') ? control.ledger : undefined;
  }

  /** A wallet whose payments are compared. */
  watched(wallet: Wallet): Wallet {
    if (!this.#ledger) return wallet;
    const payer: Payer = { address: wallet.address, payments: [], known: new Set(), refused: [], used: false };
    this.#payers.push(payer);
    const sign: Wallet['sign'] = async (offer, now, departure) => {
      const payment = await wallet.sign(offer, now, departure);
      const id = idOf(payment);
      const own = this.#payments.get(id) ?? { payer, amounts: new Set(), due: false, settled: false };
      if (!this.#payments.has(id)) payer.payments.push(own);
      this.#payments.set(id, own);
      own.amounts.add(String(departure?.amount ?? offer.amount));
      return payment;
    };
    return { ...wallet, sign };
  }

  /** Takes note of a request with its response, or without one. */
  add(sent: SentRequest, received?: ReceivedResponse): void {
    if (!this.#ledger || !sent.payment) return;
    const due = !received || received.status < 300 || open.includes(received.status);
    const payment = decodePayment(sent.payment.value);
    const own = payment && this.#payments.get(idOf(payment));
    if (own) {
      own.payer.used = true;
      own.due ||= due;
      if (received && !due) own.payer.refused.push({ sent, received });
    } else if (due) this.#unknown += 1;
  }

  /** Compares the settlements since the last time. */
  async compare(): Promise<ComparedSettlements> {
    const ledger = this.#ledger;
    if (ledger) {
      const used = this.#payers.filter((payer) => payer.used);
      await inParallel(used, concurrency, async (payer) => {
        payer.used = false;
        const transfers = await untraced(() => ledger(payer.address));
        for (const transfer of newOf(payer, transfers)) this.#explain(payer, transfer);
      });
    }
    return { compared: this.#compared, unexplained: this.#unexplained };
  }

  /** Forgets which payments have settled: a target that is reset forgets it too. */
  forget(): void {
    for (const payment of this.#payments.values()) {
      payment.due = false;
      payment.settled = false;
    }
  }

  #explain(payer: Payer, transfer: Transfer): void {
    this.#compared += 1;
    const payment = payer.payments.find(
      ({ due, settled, amounts }) => due && !settled && amounts.has(String(transfer.amount)),
    );
    if (payment) payment.settled = true;
    else if (this.#unknown > 0) this.#unknown -= 1;
    else {
      const alike = ({ sent }: Exchange) => commonLength(`${sent.method} ${sent.path}`, transfer.route);
      const exchange = payer.refused.toSorted((one, other) => alike(other) - alike(one))[0];
      this.#unexplained.push({ transfer, ...(exchange && { exchange }) });
    }
  }
}

/** Characters at the beginning of a request line and of a route that are the same: parameters differ. */
function commonLength(line: string, route: string): number {
  const end = [...line].findIndex((character, index) => character !== route[index]);
  return end === -1 ? line.length : end;
}

/** The settlements of a payer that were not there before. Several may stand in one transaction. */
function newOf({ known }: Payer, transfers: readonly Transfer[]): readonly Transfer[] {
  const seen = new Map<string, number>();
  return transfers.filter((transfer) => {
    const text = JSON.stringify(transfer);
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    const isNew = !known.has(`${text} ${count}`);
    known.add(`${text} ${count}`);
    return isNew;
  });
}

/** The identity of a payment among those of all wallets. */
function idOf(payment: Payment): string {
  const id = paymentId(payment);
  return 'authorization' in payment.payload ? `${payment.payload.authorization.from} ${id}`.toLowerCase() : id;
}
