import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { catalogsOf, mapSchema, referenceOf, referencesOf } from '../json-schema/walk.ts';
import type { JsonSchema } from '../model/types.ts';
import { once } from '../once.ts';

/** What schemas name. */
export interface Named {
  schema(name: string): JsonSchema | undefined;
  /** The keys of a catalog, the same list while it says the same; `undefined` for one that is unknown. */
  keys(catalog: string): readonly unknown[] | undefined;
}

let numbered = 0;
/** A number of its own for each object. */
const numberOf = once((_: object) => {
  numbered += 1;
  return numbered;
});

/** Validators that are held at a time; a specification of a hundred operations has some hundreds. */
const most = 5000;

/**
 * Validators by what their schemas say, with all that these refer to.
 *
 * Names of schemas and catalogs are replaced by others that stand for one content only, so that hosts and later readings
 * of a specification share the validators of what is the same.
 */
class Compiled {
  readonly #validators = new Map<string, ValidateFunction | undefined>();
  readonly #catalogs = new Map<number, readonly unknown[]>();
  readonly #added = new Set<string>();
  readonly #ajv = new Ajv2020({
    // Schemas were checked when they were read, and each is used once or twice: compiling fast matters more than running fast.
    strict: false,
    validateSchema: false,
    logger: false,
    inlineRefs: false,
    code: { optimize: false },
  });

  constructor() {
    addFormats.default(this.#ajv);
    this.#ajv.addKeyword({
      keyword: 'catalog',
      validate: (number: number, value: unknown, schema?: AnySchemaObject) => {
        const keys = this.#catalogs.get(number);
        return !keys || wholeKey(keys, value, schema?.prefix === 'optional') !== undefined;
      },
      errors: false,
    });
  }

  get size(): number {
    return this.#validators.size;
  }

  validator(schema: JsonSchema, named: Named): ValidateFunction | undefined {
    const own = this.#addressed(schema, named);
    const text = JSON.stringify(own);
    if (!this.#validators.has(text)) this.#validators.set(text, this.#compile(own));
    return this.#validators.get(text);
  }

  #compile(schema: JsonSchema): ValidateFunction | undefined {
    try {
      return this.#ajv.compile(schema);
    } catch {
      // Only an invalid regular expression stops Ajv here, and that was already reported.
      return undefined;
    }
  }

  /** A schema with names that stand for one content only. */
  #addressed(schema: JsonSchema, named: Named): JsonSchema {
    return mapSchema(schema, (inner) => {
      const name = referenceOf(inner);
      const keys = typeof inner.catalog === 'string' ? named.keys(inner.catalog) : undefined;
      if (keys) this.#catalogs.set(numberOf(keys), keys);
      return {
        ...inner,
        ...(name !== undefined && { $ref: this.#add(name, named) }),
        ...(inner.catalog !== undefined && { catalog: keys ? numberOf(keys) : 0 }),
      };
    });
  }

  /** Adds a named schema and all that it refers to, and gives its address. */
  #add(name: string, named: Named): string {
    const schema = named.schema(name);
    const address = `spec:${name}/${schema ? signature(name, named) : 0}`;
    if (schema && !this.#added.has(address)) {
      this.#added.add(address);
      this.#ajv.addSchema(this.#addressed(schema, named), address);
    }
    return address;
  }
}

/** All that a named schema says by way of the schemas and catalogs that it leads to. */
function signature(name: string, named: Named): string {
  const reached = new Map<string, number>();
  const visit = (each: string): void => {
    const schema = named.schema(each);
    if (!schema || reached.has(each)) return;
    reached.set(each, numberOf(schema));
    for (const id of catalogsOf(schema)) reached.set(`catalog ${id}`, numberOf(named.keys(id) ?? schema));
    for (const inner of referencesOf(schema)) visit(inner);
  };
  visit(name);
  return [...reached.values()].join('-');
}

let compiled = new Compiled();

/** The validator of a schema; `undefined` where it cannot be compiled. */
export function validatorOf(schema: JsonSchema, named: Named): ValidateFunction | undefined {
  if (compiled.size >= most) compiled = new Compiled();
  return compiled.validator(schema, named);
}

/** The catalog key that a value names; with `short`, the value may lack the part before the slash. */
export function wholeKey(keys: readonly unknown[], value: unknown, short: boolean): unknown {
  return keys.find((key) => key === value) ?? keys.find((key) => short && String(key).endsWith(`/${String(value)}`));
}
