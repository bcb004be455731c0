import { same } from '../json-schema/same.ts';

/**
 * One object for each form of what has a name.
 *
 * What is the same on several hosts, or was the same when the specification was read before, is known by its identity:
 * what was made of it can be kept.
 */
export class Forms {
  #last = new Map<string, readonly object[]>();
  #now = new Map<string, object[]>();
  /** What was found for values that another object says the same as. */
  readonly #found = new WeakMap<object, object>();

  /** The earlier object that says the same as a value of that name, else the value. */
  of<Value extends object>(name: string, value: Value): Value {
    const known = this.#now.get(name) ?? [];
    this.#now.set(name, known);
    const last = this.#last.get(name) ?? [];
    const before = this.#found.get(value) ?? value;
    const isBefore = (form: object): form is Value => form === before;
    const isSame = (form: object): form is Value => same(form, value);
    // No two forms of a name say the same, so that none has to be compared where the one that was found is among them.
    const form = known.find(isBefore) ?? last.find(isBefore) ?? known.find(isSame) ?? last.find(isSame) ?? value;
    if (!known.includes(form)) known.push(form);
    if (form !== value) this.#found.set(value, form);
    return form;
  }

  /** Entries by name, and their record, by what they say. */
  record<Value extends object>(
    kind: string,
    entries: Readonly<Record<string, Value>>,
  ): Readonly<Record<string, Value>> {
    const shared = Object.entries(entries).map(([id, entry]) => [id, this.of(`${kind}/${id}`, entry)] as const);
    return this.of(kind, Object.fromEntries(shared));
  }

  /** Entries with an id, and their list, by what they say. */
  list<Value extends { readonly id: string }>(kind: string, entries: readonly Value[]): readonly Value[] {
    return this.of(
      kind,
      entries.map((entry) => this.of(`${kind}/${entry.id}`, entry)),
    );
  }

  /** Forgets what was not asked for since the last turn. */
  turn(): void {
    this.#last = this.#now;
    this.#now = new Map();
  }
}
