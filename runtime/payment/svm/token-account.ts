import { type Address, address, getAddressEncoder, getProgramDerivedAddress } from '@solana/addresses';
import { tokenAccountProgram, tokenProgram } from './programs.ts';
import { recentOf } from './recent.ts';

/** Derives the account in which a wallet holds a token. */
export function tokenAccount(owner: Address, mint: Address): Promise<Address> {
  return accountsOf(mint)(owner);
}

/** Deriving an account takes longer than all else about a payment. */
const accountsOf = recentOf((mint) => recentOf((owner) => derive(address(owner), address(mint))));

async function derive(owner: Address, mint: Address): Promise<Address> {
  const encoder = getAddressEncoder();
  const seeds = [owner, tokenProgram, mint].map((each) => encoder.encode(each));
  const [account] = await getProgramDerivedAddress({ programAddress: tokenAccountProgram, seeds });
  return account;
}
