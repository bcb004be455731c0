import { isObject } from '../../json-schema/walk.ts';
import { kept } from '../../kept.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { once } from '../../once.ts';
import { referencesIn, rewritten, textOf } from './references.ts';
import { Variants } from './variants.ts';

/** Kinds of components that hosts share; others stand in each host's document. */
const kinds = ['schemas', 'responses', 'headers'] as const;

/** A value as JSON. */
interface Written {
  readonly text: string;
}

/** The value of a text. */
export const parsed = once(({ text }: Written): Json => JSON.parse(text));

/** How the document of one host refers to shared components. */
export interface Referrer {
  /** A value as it stands in a file beside that of the shared components. */
  outside(value: JsonSchema): Written;
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
      const shared = variants.reserve(name, host, reach(value, { find }));
      ofKind.set(name, shared);
      const inside = rewrittenInside(value, { nameOf });
      if (!variants.has(shared)) variants.set(shared, inside);
      return shared;
    };
    return {
      outside: (value) => rewrittenOutside(value, { nameOf }),
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

/** The names under which one host refers to shared components. */
interface Names {
  nameOf(kind: string, name: string): string;
}

const rewrittenOutside = kept(
  (value: JsonSchema, { nameOf }: Names): Written => ({
    text: rewritten(value, (kind, name) => `components.json#/${kind}/${nameOf(kind, name)}`),
  }),
);

const rewrittenInside = kept(
  (value: JsonSchema, { nameOf }: Names): Json =>
    JSON.parse(rewritten(value, (kind, name) => `#/${kind}/${nameOf(kind, name)}`)),
);

interface Components {
  find(kind: string, name: string): JsonSchema;
}

/** A component and all that it leads to, as text: two are the same where these are. */
const reach = kept((value: JsonSchema, { find }: Components): string => {
  const reached = new Map<string, string>();
  const visit = (key: string, each: JsonSchema): void => {
    if (reached.has(key)) return;
    reached.set(key, textOf(each));
    for (const { kind, name } of referencesIn(each)) visit(`${kind}/${name}`, find(kind, name));
  };
  visit('', value);
  return [...reached].flat().join('\n');
});
