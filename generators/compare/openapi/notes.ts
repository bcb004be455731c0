import type { Json } from '../../model/types.ts';
import type { Part, Steps } from './part.ts';

/** Collects what an operation or a whole description says that no rule reads, and what it only shows to people. */
export class Notes {
  readonly #unread: Record<string, Json> = {};
  readonly #shown: Record<string, Json> = {};
  readonly #root: Steps;
  readonly places = new Map<string, Steps>();

  /** `root` is left out of the names of notes, so that what has moved as a whole keeps its names. */
  constructor(root: Steps) {
    this.#root = root;
  }

  /** Notes all of an object but some keys: extensions are shown to people, of all else no rule says what it means. */
  others(part: Part, known: readonly string[]): void {
    const { unread, extensions } = part.others([...known, '$ref']);
    for (const key of Object.keys(unread)) this.unread(part.raw(key));
    for (const key of Object.keys(extensions)) this.note(part.raw(key));
  }

  /** Notes a value that no rule reads. */
  unread(part: Part): void {
    this.#note(this.#unread, part);
  }

  /** Notes a value that is shown to people. */
  note(part: Part): void {
    this.#note(this.#shown, part);
  }

  /** Notes some keys of an object that are shown to people and ask nothing of anyone. */
  shown(part: Part, keys: readonly string[]): void {
    for (const key of keys) this.note(part.raw(key));
  }

  /** All notes by their places, as parts of an operation or host. */
  get found(): { readonly unread?: Readonly<Record<string, Json>>; readonly shown?: Readonly<Record<string, Json>> } {
    return {
      ...(Object.keys(this.#unread).length > 0 && { unread: this.#unread }),
      ...(Object.keys(this.#shown).length > 0 && { shown: this.#shown }),
    };
  }

  #note(notes: Record<string, Json>, part: Part): void {
    if (part.value === undefined || part.value === '') return;
    const isWithin = this.#root.every((step, index) => part.at[index] === step);
    const name = (isWithin ? part.at.slice(this.#root.length) : part.at).join('/');
    notes[name] = part.value;
    this.places.set(name, part.at);
  }
}
