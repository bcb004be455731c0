/** A name of a description as a kebab-case id: `getPinByRequestId` is `get-pin-by-request-id`, and `listIDs` is `list-ids`. */
export function kebabCase(name: string): string {
  return name
    .replace(/([A-Z]{2,})s(?![a-z])/g, (_, word: string) => `${word}S`)
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}

/** Gives names, each once: a second `pin` is `pin-2`. */
export class Names {
  readonly #given: Set<string>;
  readonly #separator: string;

  constructor(taken: readonly string[] = [], separator = '-') {
    this.#given = new Set(taken.map((name) => name.toLowerCase()));
    this.#separator = separator;
  }

  /** The name itself, or with a number behind it where it was given already, in any letter case. */
  give(name: string): string {
    let given = name;
    for (let number = 2; this.#given.has(given.toLowerCase()); number += 1)
      given = `${name}${this.#separator}${number}`;
    this.#given.add(given.toLowerCase());
    return given;
  }
}
