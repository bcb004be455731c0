import { isObject } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { hiddenMark } from '../fields/pairs.ts';
import { DescriptionMistake, type Part, pointerOf, type Steps } from './part.ts';

/** Who writes the values of a schema: callers write requests, the service writes responses. */
export type Direction = 'request' | 'response';

/** Where a description names its schemas. */
const components = '#/components/schemas/';

const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const single = new Set([
  ...['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'],
]);
const maps = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** Keywords that give places to references, which are followed here. */
const placing = new Set(['$id', '$schema', '$anchor', '$dynamicAnchor', '$vocabulary', '$defs', 'definitions']);

/**
 * Reads the schemas of a description as the model has schemas: plain JSON Schema, with references to `#/schemas/`.
 *
 * A schema that something refers to gets a name: that of its component, or one made of the pointer to it. In OpenAPI 3.0
 * a property that is only read is not required in requests, so that a schema may have one form for each direction.
 */
export class Schemas {
  /** Every schema that something refers to, by its name. */
  readonly named: Record<string, JsonSchema> = {};
  /** Where each of them stands. */
  readonly places = new Map<string, Steps>();
  readonly #waiting: { readonly name: string; readonly part: Part; readonly direction: Direction }[] = [];
  readonly #directed = new Map<string, boolean>();
  readonly #references = new Map<string, readonly string[]>();

  /** A schema as it holds in one direction; `{}` where there is none. */
  read(part: Part, direction: Direction): JsonSchema {
    const schema = this.#schema(part, direction);
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop())
      this.named[next.name] = this.#schema(next.part, next.direction);
    return schema;
  }

  #schema(part: Part, direction: Direction, hidden: ReadonlySet<string> = new Set()): JsonSchema {
    const { value } = part;
    if (!isObject(value)) return value === false ? { not: {} } : {};
    const { version } = part.description;
    if (typeof value.$ref === 'string') {
      const $ref = `#/schemas/${this.#nameOf(part, value.$ref, direction)}`;
      // What stands beside a reference counts since OpenAPI 3.1.
      return version === '3.0' ? { $ref } : { ...this.#keywords(part, direction, hidden), $ref };
    }
    return version === '3.0'
      ? inVersion30(value, this.#keywords(part, direction, hidden))
      : this.#keywords(part, direction, hidden);
  }

  #keywords(part: Part, direction: Direction, around: ReadonlySet<string>): JsonSchema {
    const { fields, description } = part;
    const hidden = description.version === '3.0' ? new Set([...around, ...this.#hiddenIn(part, direction)]) : around;
    const schema: Record<string, Json> = {};
    const extensions = Object.entries(fields).filter(([keyword]) => keyword.startsWith('x-'));
    if (extensions.length > 0) schema['x-extensions'] = Object.fromEntries(extensions);
    for (const [keyword, value] of Object.entries(fields)) {
      if (keyword === '$ref' || keyword.startsWith('x-') || placing.has(keyword)) continue;
      const inner = part.raw(keyword);
      if (keyword === 'nullable') schema['x-nullable'] = value;
      else if (keyword === 'discriminator') Object.assign(schema, discriminatorOf(part));
      else if (keyword === 'required' && hidden.size > 0 && Array.isArray(value))
        schema.required = value.filter((name) => !hidden.has(String(name)));
      else schema[keyword] = this.#converted(keyword, inner, direction, hidden);
    }
    return schema;
  }

  #converted(keyword: string, part: Part, direction: Direction, hidden: ReadonlySet<string>): Json {
    const { value = null } = part;
    if (lists.has(keyword) && Array.isArray(value))
      return value.map((_, index) =>
        this.#schema(part.raw(String(index)), direction, keyword === 'allOf' ? hidden : new Set()),
      );
    if (single.has(keyword)) return typeof value === 'boolean' ? value : this.#schema(part, direction);
    if (!maps.has(keyword) || !isObject(value)) return value;
    return Object.fromEntries(
      Object.keys(value).map((name) => {
        const isHidden = keyword === 'properties' && hidden.has(name);
        return [name, isHidden ? hiddenProperty(part.raw(name)) : this.#schema(part.raw(name), direction)];
      }),
    );
  }

  /** Names of properties that values of a direction do not have: those that are only read, or only written. */
  #hiddenIn(part: Part, direction: Direction, depth = 0): string[] {
    if (depth > 20) return [];
    const mark = direction === 'request' ? 'readOnly' : 'writeOnly';
    const own = Object.keys(part.raw('properties').fields).filter((name) => {
      const property = part.raw('properties').raw(name);
      return (
        property.fields[mark] === true ||
        (property.text('$ref') !== undefined && property.followed().fields[mark] === true)
      );
    });
    const all = part.fields.allOf;
    const parts = Array.isArray(all) ? all.map((_, index) => part.raw('allOf').get(String(index))) : [];
    return [...own, ...parts.flatMap((each) => this.#hiddenIn(each, direction, depth + 1))];
  }

  /** The name of the schema that a reference leads to. */
  #nameOf(part: Part, reference: string, direction: Direction): string {
    const target = part.target(reference);
    // A chain of references that leads back to itself describes nothing.
    target.followed();
    const own = nameOfPlace(target.at);
    const name = direction === 'request' && this.#isDirected(target) ? `${own}:request` : own;
    if (!this.places.has(name)) {
      this.places.set(name, target.at);
      this.#waiting.push({ name, part: target, direction });
    }
    return name;
  }

  /** Tells whether a schema or one that it leads to means something else in requests than in responses. */
  #isDirected(part: Part): boolean {
    if (part.description.version !== '3.0') return false;
    const first = pointerOf(part.at);
    const reached = new Map([[first, part]]);
    for (const [pointer, each] of reached) {
      const known = this.#directed.get(pointer);
      const text = known === undefined ? JSON.stringify(each.value) : '';
      if (known === true || /"(?:read|write)Only":true/.test(text)) {
        this.#directed.set(first, true);
        return true;
      }
      if (known === false) continue;
      const references = this.#references.get(pointer) ?? referencesIn(text);
      this.#references.set(pointer, references);
      for (const reference of references) {
        const target = targetOf(each, reference);
        if (target && !reached.has(pointerOf(target.at))) reached.set(pointerOf(target.at), target);
      }
    }
    for (const pointer of reached.keys()) this.#directed.set(pointer, false);
    return false;
  }
}

/** The target of a reference; undefined where it leads nowhere, which is reported where it is written. */
function targetOf(part: Part, reference: string): Part | undefined {
  try {
    return part.target(reference);
  } catch (error) {
    if (error instanceof DescriptionMistake) return undefined;
    throw error;
  }
}

function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(/"\$ref":("(?:[^"\\]|\\.)*")/g)].map(([, quoted = '""']): string => JSON.parse(quoted));
}

/** A name for a place of a description, of signs that need no escape in references. */
function nameOfPlace(at: Steps): string {
  const isComponent = at[0] === 'components' && at[1] === 'schemas';
  return at
    .slice(isComponent ? 2 : 0)
    .map((step) => step.replaceAll(/[^\w.-]/g, (sign) => `_${sign.codePointAt(0)?.toString(16)}_`))
    .join(':');
}

/** A property that callers or the service never write: whatever is written there is not read. */
function hiddenProperty({ fields }: Part): JsonSchema {
  const { readOnly, writeOnly, description } = fields;
  return {
    [hiddenMark]: true,
    ...(readOnly !== undefined && { readOnly }),
    ...(writeOnly !== undefined && { writeOnly }),
    ...(description !== undefined && { description }),
  };
}

/** The names by which a discriminator chooses a schema, beside those of the schemas themselves. */
function discriminatorOf(part: Part): JsonSchema {
  const discriminator = part.raw('discriminator');
  const mapping = Object.entries(discriminator.raw('mapping').fields).filter(([name, target]) => {
    const component = String(target).startsWith(components) ? String(target).slice(components.length) : String(target);
    return component !== name;
  });
  const written = mapping.map(([name, target]) => [name, String(target).replace(components, '')] as const);
  const { propertyName = null, mapping: _, ...more } = discriminator.fields;
  return {
    discriminator: { propertyName, ...(written.length > 0 && { mapping: Object.fromEntries(written) }), ...more },
  };
}

/** Keywords as OpenAPI 3.0 has them in the words of JSON Schema 2020-12. */
function inVersion30(written: JsonSchema, keywords: JsonSchema): JsonSchema {
  const schema: Record<string, Json> = { ...keywords };
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const [flag, limit] = [written[exclusive], written[bound]];
    if (typeof flag !== 'boolean') continue;
    delete schema[exclusive];
    if (!flag || limit === undefined) continue;
    delete schema[bound];
    schema[exclusive] = limit;
  }
  // Where no type stands beside it, or an enumeration without null, `nullable` has no effect (OpenAPI 3.0.3, Schema Object).
  const isListed = Array.isArray(written.enum) && !written.enum.includes(null);
  if (written.nullable === false || (written.nullable === true && typeof written.type === 'string' && !isListed))
    delete schema['x-nullable'];
  if (written.nullable === true && typeof written.type === 'string') schema.type = [written.type, 'null'];
  return schema;
}
