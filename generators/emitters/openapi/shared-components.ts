import { isObject } from '../../json-schema/walk.ts';
import { kept } from '../../kept.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { referenceIn, referencesIn, textOf } from './references.ts';
import { Variants } from './variants.ts';

/** Kinds of components that hosts share; others stand in each host's document. */
const kinds = ['schemas', 'responses', 'headers'] as const;

/** How the document of one host refers to shared components. */
export interface Referrer {
  /** A value as it stands in a file beside that of the shared components. */
  outside(value: JsonSchema): JsonSchema;
  /** The components of the host's document: references to shared ones, and its own. */
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
    const names = new Map<string, string>();
    const nameOf = (kind: string, name: string): string => {
      const key = `${kind}/${name}`;
      const known = names.get(key);
      if (known !== undefined) return known;
      const value = find(kind, name);
      // Its name is known before what it refers to is rewritten, which may refer to it again.
      const variants = this.#kinds.get(kind) ?? new Variants();
      const shared = variants.reserve(name, host, reach(value, find));
      names.set(key, shared);
      variants.set(shared, rewrittenInside(value, { nameOf }));
      return shared;
    };
    return {
      outside: (value) => rewrittenOutside(value, { nameOf }),
      listed: () =>
        Object.fromEntries(
          Object.entries(own).map(([kind, entries]): [string, Json] => {
            if (!this.#kinds.has(kind) || !isObject(entries)) return [kind, entries];
            const refer = (name: string) => ({ $ref: `shared/components.json#/${kind}/${nameOf(kind, name)}` });
            return [kind, Object.fromEntries(Object.keys(entries).map((name) => [name, refer(name)]))];
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
  (value: JsonSchema, { nameOf }: Names): JsonSchema =>
    rewritten(value, (kind, name) => `components.json#/${kind}/${nameOf(kind, name)}`),
);

const rewrittenInside = kept(
  (value: JsonSchema, { nameOf }: Names): JsonSchema =>
    rewritten(value, (kind, name) => `#/${kind}/${nameOf(kind, name)}`),
);

/** A value with other references to components. */
function rewritten(value: JsonSchema, refer: (kind: string, name: string) => string): JsonSchema {
  const visit = (inner: Json): Json =>
    Array.isArray(inner) ? inner.map(visit) : isObject(inner) ? rewritten(inner, refer) : inner;
  const changed = Object.entries(value).map(([key, inner]): [string, Json] => {
    const { kind, name } = (key === '$ref' && typeof inner === 'string' && referenceIn(inner)) || {};
    return [key, kind !== undefined && name !== undefined ? refer(kind, name) : visit(inner)];
  });
  return Object.fromEntries(changed);
}

/** A component and all that it leads to, as text: two are the same where these are. */
function reach(value: JsonSchema, find: (kind: string, name: string) => JsonSchema): string {
  const reached = new Map<string, string>();
  const visit = (key: string, each: JsonSchema): void => {
    if (reached.has(key)) return;
    reached.set(key, textOf(each));
    for (const { kind, name } of referencesIn(each)) visit(`${kind}/${name}`, find(kind, name));
  };
  visit('', value);
  return [...reached].flat().join('\n');
}
