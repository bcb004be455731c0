/** Reads request bodies field by field, collects every complaint, and refuses with all of them at once. */
import { law } from './law.ts';
import { type Obj, Refusal } from './wire.ts';

interface Bounds {
  must?: boolean;
  min?: number;
  max?: number;
  oneOf?: readonly string[];
}

export function isObj(value: unknown): value is Obj {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export class Form {
  readonly source: Obj;
  readonly details: { field: string; message: string }[] = [];

  constructor(source: unknown) {
    if (!isObj(source)) {
      throw new Refusal(law.invalidStatus, {
        error: 'Invalid request body',
        details: [{ field: 'body', message: 'a JSON object is wanted' }],
      });
    }
    this.source = source;
  }

  bad(field: string, message: string): void {
    this.details.push({ field, message });
  }

  private take(field: string, bounds: Bounds): unknown {
    const value = this.source[field];
    if (value === undefined && bounds.must) this.bad(field, `${field} is required`);
    return value;
  }

  has(field: string): boolean {
    return this.source[field] !== undefined;
  }

  text(field: string, bounds: Bounds = {}): string | undefined {
    const value = this.take(field, bounds);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') {
      this.bad(field, `${field} has to be a string`);
      return undefined;
    }
    const size = [...value].length;
    const min = bounds.min ?? (bounds.must ? 1 : 0);
    if (size < min || size > (bounds.max ?? Number.POSITIVE_INFINITY)) this.bad(field, `${field} has a wrong length`);
    if (bounds.oneOf && !bounds.oneOf.includes(value)) {
      this.bad(field, `${field} has to be one of ${bounds.oneOf.join(', ')}`);
    }
    return value;
  }

  number(field: string, bounds: Bounds = {}): number | undefined {
    const value = this.take(field, bounds);
    if (value === undefined) return undefined;
    if (typeof value !== 'number' || !Number.isFinite(value)) {
      this.bad(field, `${field} has to be a number`);
      return undefined;
    }
    if (value < (bounds.min ?? -Infinity) || value > (bounds.max ?? Infinity)) {
      this.bad(field, `${field} is out of range`);
    }
    return value;
  }

  integer(field: string, bounds: Bounds = {}): number | undefined {
    const value = this.number(field, bounds);
    if (value !== undefined && !Number.isInteger(value)) this.bad(field, `${field} has to be an integer`);
    return value;
  }

  flag(field: string): boolean | undefined {
    const value = this.take(field, {});
    if (value === undefined) return undefined;
    if (typeof value !== 'boolean') {
      this.bad(field, `${field} has to be true or false`);
      return undefined;
    }
    return value;
  }

  list(field: string, bounds: Bounds = {}): unknown[] | undefined {
    const value = this.take(field, bounds);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) {
      this.bad(field, `${field} has to be an array`);
      return undefined;
    }
    if (value.length < (bounds.min ?? 0) || value.length > (bounds.max ?? Infinity)) {
      this.bad(field, `${field} has a wrong number of items`);
    }
    return value;
  }

  texts(field: string, bounds: Bounds = {}): string[] | undefined {
    const items = this.list(field, bounds);
    const wrong = items?.find(
      (item) => typeof item !== 'string' || (bounds.oneOf !== undefined && !bounds.oneOf.includes(item)),
    );
    if (wrong !== undefined) this.bad(field, `${field} holds a wrong item`);
    return items as string[] | undefined;
  }

  object(field: string, bounds: Bounds = {}): Obj | undefined {
    const value = this.take(field, bounds);
    if (value === undefined) return undefined;
    if (!isObj(value)) {
      this.bad(field, `${field} has to be an object`);
      return undefined;
    }
    return value;
  }

  /** Complains about every key that is not named. */
  only(...names: string[]): void {
    for (const key of Object.keys(this.source)) if (!names.includes(key)) this.bad(key, `${key} is not a known key`);
  }

  done(): void {
    const [first] = this.details;
    if (first === undefined) return;
    throw new Refusal(law.invalidStatus, {
      error: 'Invalid request body',
      message: first.message,
      details: this.details,
    });
  }
}

/** The query of a GET as a form: numbers only where they are written as numbers. */
export function queryForm(query: URLSearchParams, numbers: readonly string[]): Form {
  const source: Obj = {};
  for (const [key, value] of query) {
    source[key] = numbers.includes(key) && value.trim() !== '' ? Number(value) : value;
  }
  return new Form(source);
}
