/** Keeps secrets out of everything that is written: each is replaced by the name of its variable. */
export class Secrets {
  /** Names by their secrets, under how these begin: a run makes thousands, and most begin alike. */
  readonly #names = new Map<string, Map<string, string>>();
  #shortest = Number.POSITIVE_INFINITY;

  /** Remembers a secret under the name of the variable that stands for it. */
  add(name: string, secret: string): void {
    // Shorter texts would hit by chance, and are no secrets.
    if (secret.length < 8) return;
    const beginning = secret.slice(0, 3);
    const names = this.#names.get(beginning) ?? new Map<string, string>();
    this.#names.set(beginning, names.set(secret, name));
    this.#shortest = Math.min(this.#shortest, secret.length);
  }

  /** Replaces every secret in a text by `$NAME`. */
  redact(text: string): string {
    // Most texts are too short to hold any.
    if (text.length < this.#shortest) return text;
    let clean = text;
    for (const [beginning, names] of this.#names) {
      if (!clean.includes(beginning)) continue;
      for (const [secret, name] of names) clean = clean.replaceAll(secret, `$${name}`);
    }
    return clean;
  }
}
