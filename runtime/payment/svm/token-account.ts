import { type Address, getAddressEncoder, getProgramDerivedAddress } from '@solana/addresses';
import { tokenAccountProgram, tokenProgram } from './programs.ts';

/** Accounts that were derived lately, oldest first: deriving one takes longer than all else about a payment. */
const derived = new Map<string, Promise<Address>>();

/** Accounts that are kept: a payer that pays again mostly does so within so many payers. */
const most = 1000;

/** Derives the account in which a wallet holds a token. */
export function tokenAccount(owner: Address, mint: Address): Promise<Address> {
  const key = `${owner} ${mint}`;
  const known = derived.get(key);
  if (known) return known;
  const account = derive(owner, mint);
  derived.set(key, account);
  const [oldest] = derived.keys();
  if (oldest !== undefined && derived.size > most) derived.delete(oldest);
  return account;
}

async function derive(owner: Address, mint: Address): Promise<Address> {
  const encoder = getAddressEncoder();
  const seeds = [owner, tokenProgram, mint].map((each) => encoder.encode(each));
  const [account] = await getProgramDerivedAddress({ programAddress: tokenAccountProgram, seeds });
  return account;
}
