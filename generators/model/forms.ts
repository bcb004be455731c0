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

  /** The earlier object that says the same as a value of that name, else the value. */
  of<Value extends object>(name: string, value: Value): Value {
    const known = this.#now.get(name) ?? [];
    this.#now.set(name, known);
    const isSame = (form: object): form is Value => same(form, value);
    const found = known.find(isSame);
    if (found) return found;
    const form = this.#last.get(name)?.find(isSame) ?? value;
    known.push(form);
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
