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

  /** Replaces every secret within a JSON value. */
  redactAll<T>(value: T): T {
    // Replacing within texts keeps the shape, which the type system cannot see.
    return this.#within(value) as T;
  }

  #within(value: unknown): unknown {
    if (typeof value === 'string') return this.redact(value);
    if (typeof value === 'bigint') return String(value);
    if (Array.isArray(value)) return value.map((item) => this.#within(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.redact(key), this.#within(item)]));
  }
}
