import type { Run } from '../check/check.ts';
import { NotTestable } from '../check/interruption.ts';
import { untraced } from '../check/trace.ts';
import { watchedPayer } from '../protocol/settlement/ledger.ts';
import type { Wallet } from '../wallet/wallet.ts';

/** Who acts in one story. Ledger and usage of its members start empty where the target can make new ones. */
export interface Cast {
  readonly payer: Wallet | undefined;
  /** A second wallet, made when it is first needed. */
  other(): Promise<Wallet>;
  /** Wallets that have acted. */
  wallets(): readonly Wallet[];
  /** Key of the account host; undefined leaves the run's own. */
  apiKey: string | undefined;
}

const startingBalance = '100.00';

/** Finds the actors of a story; a key that is given is theirs. */
export async function createCast(run: Run, given?: string): Promise<Cast> {
  const payer = run.contract.host.auth === 'x402' ? ((await watchedPayer(run)) ?? run.payer) : undefined;
  const fresh = run.contract.host.auth === 'bearer' && run.control?.capabilities.has('keys');
  let second: Wallet | undefined;
  return {
    payer,
    apiKey: given ?? (fresh ? await untraced(async () => run.control?.keys(startingBalance)) : undefined),
    wallets: () => [payer, second].filter((wallet) => wallet !== undefined),
    async other() {
      second ??= (await watchedPayer(run)) ?? run.other;
      if (second) return second;
      throw new NotTestable('There is no second wallet.');
    },
  };
}
