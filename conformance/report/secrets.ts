import { z } from 'zod';
import { parseJson } from '../http/events.ts';

/** The part of a payment that could be redeemed: a signature, or a signed transaction on Solana. */
const Signed = z.object({
  payload: z.object({ signature: z.string().default(''), transaction: z.string().default('') }),
});

/** A text that may be a signature in hexadecimal, or a transaction in base64. A run has too many to look for each. */
const longWord = /0x[\da-f]{120,}|[a-z\d+/]{120,}=*/gi;

/** Replaces secrets by the names of their variables in everything that is written. */
export class Secrets {
  /** Variable names by secret, grouped by the first characters: a run has thousands, and most begin alike. */
  readonly #names = new Map<string, Map<string, string>>();
  readonly #signed = new Set<string>();
  #shortest = Number.POSITIVE_INFINITY;

  /** Adds a secret with the name of the variable that replaces it. */
  add(name: string, secret: string): void {
    // Shorter texts would match by chance, and are not secrets.
    if (secret.length < 8) return;
    const beginning = secret.slice(0, 3);
    const names = this.#names.get(beginning) ?? new Map<string, string>();
    this.#names.set(beginning, names.set(secret, name));
    this.#shortest = Math.min(this.#shortest, secret.length);
  }

  /** Adds the header of a payment, and what is signed in it: a target may answer with either. */
  addPayment(header: string): void {
    this.add('PAYMENT', header);
    const parsed = Signed.safeParse(parseJson(Buffer.from(header, 'base64').toString()));
    for (const signed of Object.values(parsed.data?.payload ?? {}).filter(Boolean)) {
      this.#signed.add(signed.toLowerCase());
      this.#shortest = Math.min(this.#shortest, signed.length);
    }
  }

  /** Replaces every secret in a text by `$NAME`. */
  redact(text: string): string {
    // Most texts are too short to contain one.
    if (text.length < this.#shortest) return text;
    const isSigned = (word: string) => this.#signed.has(word.toLowerCase());
    let clean = text.replace(longWord, (word) => (isSigned(word) ? '$SIGNATURE' : word));
    for (const [beginning, names] of this.#names) {
      if (!clean.includes(beginning)) continue;
      for (const [secret, name] of names) clean = clean.replaceAll(secret, `$${name}`);
    }
    return clean;
  }
}
