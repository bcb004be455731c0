import type { Store } from '@tollwright/runtime/store/store';
import { voiceCall } from '#generated/machines/voice-call.ts';

/** API key of the account of these tests. */
export const key = 'key-of-crashes';

/** Micro-USDC that each wallet, or the account of the tests, has at first: more than a thousand kills make callers spend. */
export const firstBalance = 100_000_000_000;

/** The data of one wallet, or of the account of the tests, in a store. */
export interface Look {
  /** Leases, renewals and assets that can be used, and calls that were dialed. */
  readonly goods: number;
  /** Routes of the calls that were paid for. */
  readonly paid: readonly string[];
  /** Micro-USDC that they cost. */
  readonly cost: number;
  /** Micro-USDC that is left. */
  readonly balance: number;
  /** Micro-USDC that the account has reserved and spent; 0 for wallets. */
  readonly reserved: number;
  readonly spent: number;
}

const goodsKinds = ['phone-lease', 'portrait-asset', 'face-asset'];

/** Looks at what an owner has; the account of the tests is whatever owner there is on account hosts. */
export async function look({ accounts, records, ledger, jobs }: Store, wallet: string): Promise<Look> {
  const account = await accounts.findByKey(key);
  const owner = account?.id ?? wallet;
  const things = (await Promise.all(goodsKinds.map((kind) => records.list(kind, owner)))).flat();
  const leases = things.flatMap(({ data }) => (typeof data.lease === 'string' ? [data.lease] : []));
  const renewals = (await Promise.all(leases.map((lease) => records.list('phone-renewal', lease)))).flat();
  const calls = await jobs.ofOwner(voiceCall.id, owner);
  const rows = account ? await accounts.usage(account.id, 0, Number.MAX_SAFE_INTEGER) : await ledger.transfers(wallet);
  const paid = rows.filter(({ amount }) => amount > 0n);
  return {
    goods: things.length + renewals.length + calls.length,
    paid: paid.map(({ route }) => route),
    cost: paid.reduce((sum, { amount }) => sum + Number(amount), 0),
    balance: Number(account?.balance ?? (await ledger.balance(wallet))),
    reserved: Number(account?.reserved ?? 0),
    spent: Number(account?.spent ?? 0),
  };
}
