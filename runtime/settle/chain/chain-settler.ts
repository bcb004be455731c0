import type { Log } from '../../logging/log.ts';
import type { Payment, Settlement } from '../../operation/payment.ts';
import type { Settler } from '../../payment/settler.ts';
import type { Pulse } from './pulse.ts';

/**
 * Tries to move the funds of a payment once; undefined where only the chain knows what came of it.
 *
 * `isAgain` where an earlier attempt may have sent it.
 */
export type Attempt = (payment: Payment, isAgain: boolean) => Promise<Settlement | undefined>;

/** Reads what a chain says of payments; nothing is sent. */
export interface PaymentReader extends Pick<Settler, 'balance' | 'isSigner'> {
  /**
   * What became of a payment: undefined while nothing has moved it.
   *
   * `unknown` while that is not deep enough in the chain. With `untilExpired`, one that can no longer move has failed.
   */
  end(payment: Payment, options?: { readonly untilExpired?: boolean }): Promise<Settlement | undefined>;
  /** Why a payment could not settle now; undefined when it could, or has. */
  refusal(payment: Payment): Promise<string | undefined>;
}

interface Parts {
  /** The chain and who sends to it, for people. */
  readonly where: string;
  readonly reader: PaymentReader;
  readonly pulse: Pulse;
  readonly attempt: Attempt;
  /** Looks at the chain after which a call is answered that its settlement is not confirmed yet. */
  readonly patience: number;
  readonly log: Log;
}

/** A settler that reads the chain. */
export type ChainSettler = Settler & Pick<PaymentReader, 'end' | 'refusal'> & { close(): Promise<void> };

/** Creates a settler around a way to send: the chain is asked before and after, and has the last word. */
export function createChainSettler({ where, reader, pulse, attempt, patience, log }: Parts): ChainSettler {
  const running = new Map<string, Promise<Settlement>>();

  async function transfer(payment: Payment, wasSent: boolean): Promise<Settlement> {
    for (let isAgain = wasSent; ; ) {
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

  /** However many calls settle a payment at a time, it is sent once. */
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
      // What was interrupted is carried on: whatever was sent before, an authorization moves its funds once.
      if (!end) run(payment, true).catch(() => undefined);
      return end ?? { outcome: 'unknown', reason: 'The transaction is sent again.' };
    },
    end: reader.end,
    balance: reader.balance,
    refusal: reader.refusal,
    ...(reader.isSigner && { isSigner: reader.isSigner }),
    async close() {
      pulse.close();
    },
  };
}
