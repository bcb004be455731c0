import { type Address, getAddressEncoder, getProgramDerivedAddress } from '@solana/addresses';
import { tokenAccountProgram, tokenProgram } from './programs.ts';

/** Derives the account in which a wallet holds a token. */
export async function tokenAccount(owner: Address, mint: Address): Promise<Address> {
  const encoder = getAddressEncoder();
  const seeds = [owner, tokenProgram, mint].map((each) => encoder.encode(each));
  const [derived] = await getProgramDerivedAddress({ programAddress: tokenAccountProgram, seeds });
  return derived;
}
