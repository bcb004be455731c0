/** Keeps secrets out of everything that is written: each is replaced by the name of its variable. */
export class Secrets {
  readonly #names = new Map<string, string>();
  #shortest = Number.POSITIVE_INFINITY;

  /** Remembers a secret under the name of the variable that stands for it. */
  add(name: string, secret: string): void {
    // Shorter texts would hit by chance, and are no secrets.
    if (secret.length < 8) return;
    this.#names.set(secret, name);
    this.#shortest = Math.min(this.#shortest, secret.length);
  }

  /** Replaces every secret in a text by `$NAME`. */
  redact(text: string): string {
    // A run makes thousands of secrets and most texts are too short to hold any.
    if (text.length < this.#shortest) return text;
    let clean = text;
    for (const [secret, name] of this.#names) clean = clean.replaceAll(secret, `$${name}`);
    return clean;
  }
}
