/** Keeps secrets out of everything that is written: each is replaced by the name of its variable. */
export class Secrets {
  readonly #names = new Map<string, string>();

  /** Remembers a secret under the name of the variable that stands for it. */
  add(name: string, secret: string): void {
    // Shorter texts would hit by chance, and are no secrets.
    if (secret.length >= 8) this.#names.set(secret, name);
  }

  /** Replaces every secret in a text by `$NAME`. */
  redact(text: string): string {
    let clean = text;
    for (const [secret, name] of this.#names) clean = clean.replaceAll(secret, `$${name}`);
    return clean;
  }
}
