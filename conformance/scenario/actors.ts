import { watchedPayer } from '../calls/control.ts';
import type { Run } from '../check/run.ts';
import { NotTestable } from '../http/interruption.ts';
import { untraced } from '../http/trace.ts';
import type { Wallet } from '../wallet/wallet.ts';

/** The wallets and API key of one scenario; their ledger and usage start empty where the target can create new ones. */
export interface Actors {
  readonly payer: Wallet | undefined;
  /** A second wallet, made when it is first needed. */
  other(): Promise<Wallet>;
  /** Wallets that have been used. */
  wallets(): readonly Wallet[];
  /** Key of the account host; `undefined` for the key of the run. */
  apiKey: string | undefined;
}

const startingBalance = '100.00';

/** Creates the actors of a scenario, with a given API key if any. */
export async function createActors(run: Run, given?: string): Promise<Actors> {
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
      throw new NotTestable('means', 'The run has no second wallet.');
    },
  };
}
