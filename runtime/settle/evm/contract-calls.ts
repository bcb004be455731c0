/** Calls that run code of payers: the contract of a wallet checks its signature (EIP-1271). Anyone may choose that code. */

/** Limits of the calls that are under way. */
const maxUnderWay = { inAll: 16, ofWallet: 4 };

/** Maximum gas of one call. A check of several keys needs about 100,000. */
export const contractGas = { signature: 200_000n, transfer: 400_000n };

/** Milliseconds for one call. */
export const contractTimeout = 5_000;

/** Maximum bytes of the answer to one call. */
const maxAnswerBytes = 16_384;

/** Counts the calls that are under way, in all and for each wallet. */
export class ContractCalls {
  readonly #underWay = new Map<string, number>();
  #total = 0;

  /** Makes a call for a wallet. Throws where too many are under way. */
  async run<T>(wallet: string, call: () => Promise<T>): Promise<T> {
    const ofWallet = this.#underWay.get(wallet) ?? 0;
    if (ofWallet >= maxUnderWay.ofWallet || this.#total >= maxUnderWay.inAll)
      throw new Error('Too many signatures of contracts are being checked.');
    this.#underWay.set(wallet, ofWallet + 1);
    this.#total += 1;
    try {
      return await call();
    } finally {
      this.#total -= 1;
      const left = (this.#underWay.get(wallet) ?? 1) - 1;
      if (left > 0) this.#underWay.set(wallet, left);
      else this.#underWay.delete(wallet);
    }
  }
}

/** Fetches an answer, and breaks off one that is longer than any decision. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const { body, status, headers } = await fetch(input, { ...init, redirect: 'error' });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // An error leaves the loop, which closes the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new Error(`The answer has more than ${maxAnswerBytes} bytes.`);
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status, headers });
};
