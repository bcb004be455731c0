/** Replaces secrets by the names of their variables in everything that is written. */
export class Secrets {
  /** Variable names by secret, grouped by the first characters: a run has thousands, and most begin alike. */
  readonly #names = new Map<string, Map<string, string>>();
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

  /** Replaces every secret in a text by `$NAME`. */
  redact(text: string): string {
    // Most texts are too short to contain one.
    if (text.length < this.#shortest) return text;
    let clean = text;
    for (const [beginning, names] of this.#names) {
      if (!clean.includes(beginning)) continue;
      for (const [secret, name] of names) clean = clean.replaceAll(secret, `$${name}`);
    }
    return clean;
  }
}
