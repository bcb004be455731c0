import { isObject } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { Variants } from './variants.ts';

/** Kinds of components that hosts share; others stand in each host's document. */
const kinds = ['schemas', 'responses', 'headers'] as const;

/** How the document of one host refers to shared components. */
export interface Referrer {
  /** A value as it stands in a file beside that of the shared components. */
  outside(value: Json): Json;
  /** The components of the host's document: references to shared ones, and its own. */
  listed(): JsonSchema;
}

const reference = /^#\/components\/(\w+)\/(.+)$/;

/** The components of all hosts. */
export class SharedComponents {
  readonly #kinds = new Map<string, Variants>(kinds.map((kind) => [kind, new Variants()]));

  /** Takes up the components of a host's description. */
  of(host: string, { components = {} }: JsonSchema): Referrer {
    const own = isObject(components) ? components : {};
    const find = (kind: string, name: string): Json | undefined => {
      const entries = own[kind];
      return isObject(entries) ? entries[name] : undefined;
    };
    const names = new Map<string, string>();
    const nameOf = (kind: string, name: string): string => {
      const key = `${kind}/${name}`;
      const known = names.get(key);
      if (known !== undefined) return known;
      const value = find(kind, name) ?? {};
      // Its name is known before what it refers to is rewritten, which may refer to it again.
      const variants = this.#kinds.get(kind) ?? new Variants();
      const shared = variants.reserve(name, host, reach(value, find));
      names.set(key, shared);
      variants.set(
        shared,
        rewritten(value, (to, target) => `#/${to}/${nameOf(to, target)}`),
      );
      return shared;
    };
    return {
      outside: (value) => rewritten(value, (kind, name) => `components.json#/${kind}/${nameOf(kind, name)}`),
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

/** A value with other references to components. */
function rewritten(value: Json, refer: (kind: string, name: string) => string): Json {
  if (Array.isArray(value)) return value.map((each) => rewritten(each, refer));
  if (!isObject(value)) return value;
  const changed = Object.entries(value).map(([key, inner]): [string, Json] => {
    const [, kind, name] = (key === '$ref' && typeof inner === 'string' && reference.exec(inner)) || [];
    return [key, kind !== undefined && name !== undefined ? refer(kind, name) : rewritten(inner, refer)];
  });
  return Object.fromEntries(changed);
}

/** A component and all that it leads to, as text: two are the same where these are. */
function reach(value: Json, find: (kind: string, name: string) => Json | undefined): string {
  const reached = new Map<string, string>();
  const visit = (key: string, each: Json): void => {
    if (reached.has(key)) return;
    reached.set(key, JSON.stringify(each));
    rewritten(each, (kind, name) => {
      visit(`${kind}/${name}`, find(kind, name) ?? {});
      return '';
    });
  };
  visit('', value);
  return JSON.stringify([...reached]);
}
