import { isObject } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { referencesIn, rewritten } from './references.ts';
import { Variants } from './variants.ts';

/** Kinds of components that hosts share; others stand in each host's document. */
const kinds = ['schemas', 'parameters', 'responses', 'headers'] as const;

/** How the document of one host refers to shared components. */
export interface Referrer {
  /** A value as JSON, as it stands in a file beside that of the shared components. */
  outside(value: JsonSchema): string;
  /** Notes a value that stands in the host's document itself, which then lists the components that it refers to. */
  note(value: JsonSchema): void;
  /** The components of the host's document: references to the shared ones that it asked for, and its own. */
  listed(): JsonSchema;
}

/** The components of all hosts. */
export class SharedComponents {
  readonly #kinds = new Map<string, Variants>(kinds.map((kind) => [kind, new Variants()]));

  /** Takes up the components of a host's description. */
  of(host: string, { components = {} }: JsonSchema): Referrer {
    const own = isObject(components) ? components : {};
    const find = (kind: string, name: string): JsonSchema => {
      const entries = own[kind];
      const found = isObject(entries) ? entries[name] : undefined;
      return isObject(found) ? found : {};
    };
    const names = new Map<string, Map<string, string>>();
    const nameOf = (kind: string, name: string): string => {
      const ofKind = names.get(kind) ?? new Map<string, string>();
      names.set(kind, ofKind);
      const known = ofKind.get(name);
      if (known !== undefined) return known;
      const value = find(kind, name);
      // Its name is known before what it refers to is rewritten, which may refer to it again.
      const variants = this.#kinds.get(kind) ?? new Variants();
      const shared = variants.reserve(name, host, reach(value, find));
      ofKind.set(name, shared);
      const inside = rewritten(value, (of, inner) => `#/${of}/${nameOf(of, inner)}`);
      if (!variants.has(shared)) variants.set(shared, JSON.parse(inside));
      return shared;
    };
    return {
      outside: (value) => rewritten(value, (kind, name) => `components.json#/${kind}/${nameOf(kind, name)}`),
      note(value) {
        for (const { kind, name } of referencesIn(JSON.stringify(value))) nameOf(kind, name);
      },
      listed: () =>
        Object.fromEntries(
          Object.entries(own).map(([kind, entries]): [string, Json] => {
            if (!this.#kinds.has(kind) || !isObject(entries)) return [kind, entries];
            const refer = (name: string) => ({ $ref: `shared/components.json#/${kind}/${nameOf(kind, name)}` });
            const used = Object.keys(entries).filter((name) => names.get(kind)?.has(name));
            return [kind, Object.fromEntries(used.map((name) => [name, refer(name)]))];
          }),
        ),
    };
  }

  /** Every component by kind. */
  all(): Readonly<Record<string, Json>> {
    return Object.fromEntries([...this.#kinds].map(([kind, variants]) => [kind, variants.all()]));
  }
}

/** A component and all that it leads to, as text: two are the same where these are. */
function reach(value: JsonSchema, find: (kind: string, name: string) => JsonSchema): string {
  const reached = new Map<string, string>();
  const visit = (key: string, each: JsonSchema): void => {
    if (reached.has(key)) return;
    const text = JSON.stringify(each);
    reached.set(key, text);
    for (const { kind, name } of referencesIn(text)) visit(`${kind}/${name}`, find(kind, name));
  };
  visit('', value);
  return [...reached].flat().join('\n');
}
