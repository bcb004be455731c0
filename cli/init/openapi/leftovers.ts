import type { Steps } from '#generators/compare/openapi/part.ts';

/** Something of a description that a project does not have. */
export interface Leftover {
  /** The loss, in one sentence. */
  readonly what: string;
  /** Advice for the owner of the API. */
  readonly advice: string;
  /** Where the description has it, as `openapi.yaml:12 /paths/…`. */
  readonly places: readonly string[];
}

/** Collects what cannot be taken over. The same sentence at several places is one entry. */
export class Leftovers {
  readonly #found = new Map<string, { advice: string; places: Set<string> }>();
  readonly #place: (at: Steps) => string;

  constructor(place: (at: Steps) => string) {
    this.#place = place;
  }

  /** Notes what was left out at a place. */
  add(at: Steps, what: string, advice: string): void {
    const known = this.#found.get(what) ?? { advice, places: new Set() };
    this.#found.set(what, known);
    known.places.add(this.#place(at));
  }

  /** All entries in the order in which they were found. */
  get all(): readonly Leftover[] {
    return [...this.#found].map(([what, { advice, places }]) => ({ what, advice, places: [...places] }));
  }
}
