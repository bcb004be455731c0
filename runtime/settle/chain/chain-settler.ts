import type { Log } from '../../logging/log.ts';
import type { Payment, Settlement } from '../../operation/payment.ts';
import type { Settler } from '../../payment/settler.ts';
import type { Pulse } from './pulse.ts';

/**
 * Tries once to move the funds of a payment; undefined where only the chain knows the outcome.
 *
 * `isAgain` is true where an earlier attempt may have sent it.
 */
export type Attempt = (payment: Payment, isAgain: boolean) => Promise<Settlement | undefined>;

/** Reads the state of payments from a chain. It sends nothing. */
export interface PaymentReader extends Pick<Settler, 'balance' | 'isSigner'> {
  /**
   * The outcome of a payment: undefined while nothing has moved it, and `unknown` while its transfer is not deep enough in
   * the chain. With `untilExpired`, a payment that can no longer move has failed.
   */
  end(payment: Payment, options?: { readonly untilExpired?: boolean }): Promise<Settlement | undefined>;
  /** Why a payment cannot settle now; undefined when it can, or has settled. */
  refusal(payment: Payment): Promise<string | undefined>;
}

interface Parts {
  /** The chain and who sends to it, for people. */
  readonly where: string;
  readonly reader: PaymentReader;
  readonly pulse: Pulse;
  readonly attempt: Attempt;
  /** Looks at the chain after which the caller learns that the settlement is not confirmed yet. */
  readonly patience: number;
  readonly log: Log;
}

/** A settler that reads the chain. */
export type ChainSettler = Settler & Pick<PaymentReader, 'end' | 'refusal'> & { close(): Promise<void> };

/** Creates a settler around an attempt to send. It reads the chain before and after, and the chain decides. */
export function createChainSettler({ where, reader, pulse, attempt, patience, log }: Parts): ChainSettler {
  const running = new Map<string, Promise<Settlement>>();

  async function transfer(payment: Payment, wasSent: boolean): Promise<Settlement> {
    for (let isAgain = wasSent; ;) {
      const found = await reader.end(payment);
      if (found?.outcome === 'unknown') await pulse.beat();
      else if (found) return found;
      else {
        const tried = await attempt(payment, isAgain);
        if (tried) return tried;
        isAgain = true;
      }
    }
  }

  /** Sends a payment once, however many calls settle it at the same time. */
  function run(payment: Payment, wasSent: boolean): Promise<Settlement> {
    const key = `${payment.payer} ${payment.nonce}`;
    const earlier = running.get(key);
    if (earlier) return earlier;
    const started = transfer(payment, wasSent).finally(() => running.delete(key));
    started.catch((error) => log.warn({ reason: String(error) }, 'settle'));
    running.set(key, started);
    return started;
  }

  return {
    where,
    async settle(payment) {
      let end: Settlement | undefined;
      const ended = run(payment, false).then((settlement) => {
        end = settlement;
      });
      for (let look = 0; look < patience && !end; look += 1) await Promise.race([ended, pulse.beat()]);
      return end ?? { outcome: 'unknown', reason: 'The transaction is not confirmed yet.' };
    },
    async lookup(payment) {
      const end = await reader.end(payment, { untilExpired: true });
      // An interrupted payment is continued. That is safe, since an authorization moves its funds only once.
      if (!end) run(payment, true).catch(() => undefined);
      return end ?? { outcome: 'unknown', reason: 'The transaction is sent again.' };
    },
    end: (payment, options) => reader.end(payment, options),
    balance: (payer, network) => reader.balance(payer, network),
    refusal: (payment) => reader.refusal(payment),
    ...(reader.isSigner && { isSigner: reader.isSigner }),
    async close() {
      pulse.close();
    },
  };
}
