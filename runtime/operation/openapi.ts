/** Reads the OpenAPI description of a host as one document: emitted descriptions share files, which some readers cannot follow. */

import { readFileSync } from 'node:fs';
import { isObject } from '../values/json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An OpenAPI document, as JSON. */
export interface OpenapiDocument extends Fields {
  /** Version of the format. */
  readonly openapi: string;
}

/** Reads an emitted description and inlines the parts that it shares with other hosts. */
export function readOpenapi(file: URL): OpenapiDocument {
  const files = new Map<string, unknown>();
  const root = load(file);
  const components = new Map<string, string>();
  for (const [kind, named] of Object.entries(fields(root.components)))
    for (const [name, component] of Object.entries(fields(named))) {
      const { $ref } = fields(component);
      if (typeof $ref === 'string') components.set(new URL($ref, file).href, `#/components/${kind}/${name}`);
    }

  function load({ href, hash }: URL): Fields {
    const path = href.slice(0, href.length - hash.length);
    if (!files.has(path)) files.set(path, JSON.parse(readFileSync(new URL(path), 'utf8')));
    return fields(files.get(path));
  }

  /** Inlines references, except those to components of the host. */
  function inline(value: unknown, base: URL): unknown {
    if (Array.isArray(value)) return value.map((item) => inline(item, base));
    if (!isObject(value)) return value;
    const { $ref, ...siblings } = value;
    if (typeof $ref !== 'string')
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inline(item, base)]));
    const target = new URL($ref, base);
    const component = base === file ? undefined : components.get(target.href);
    if (component !== undefined) return { ...siblings, $ref: component };
    return { ...fields(follow(target)), ...siblings };
  }

  function follow(target: URL): unknown {
    let found: unknown = load(target);
    for (const step of target.hash.slice(2).split('/')) found = fields(found)[decodeURIComponent(step)];
    return inline(found, target);
  }

  const { openapi, ...rest } = fields(inline(root, file));
  if (typeof openapi !== 'string') throw new Error(`${file} is not an OpenAPI description. Run tollwright generate.`);
  return { openapi, ...rest };
}

function fields(value: unknown): Fields {
  return isObject(value) ? value : {};
}
