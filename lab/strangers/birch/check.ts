import { HttpError, isRecord, parseObject, type Req } from './http.ts';

/** What is wrong with one field. */
export interface Problem {
  field: string;
  reason: string;
}

/** Bounds of a text or a number. */
export interface Bounds {
  min?: number;
  max?: number;
}

/** A 400 that names the fields that are wrong. */
export function invalid(problems: Problem[], more: Record<string, unknown> = {}): HttpError {
  return new HttpError(400, { error: 'Invalid request body', details: problems, ...more });
}

/** A 400 for one field. */
export function invalidField(field: string, reason: string, more: Record<string, unknown> = {}): HttpError {
  return invalid([{ field, reason }], more);
}

/** The characters of a text as code points. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function range(bounds: Bounds): string {
  if (bounds.min !== undefined && bounds.max !== undefined) return ` from ${bounds.min} to ${bounds.max}`;
  if (bounds.max !== undefined) return ` of at most ${bounds.max}`;
  return bounds.min === undefined ? '' : ` of at least ${bounds.min}`;
}

function within(value: number, bounds: Bounds): boolean {
  return value >= (bounds.min ?? -Infinity) && value <= (bounds.max ?? Infinity);
}

/** Reads the fields of one object and gathers every problem; `done` answers 400 when there is one. */
export class Fields {
  readonly problems: Problem[];
  readonly body: Record<string, unknown>;
  readonly prefix: string;

  constructor(body: Record<string, unknown>, prefix = '', problems: Problem[] = []) {
    this.body = body;
    this.prefix = prefix;
    this.problems = problems;
  }

  /** The fields of the JSON body of a request. */
  static of(req: Req): Fields {
    return new Fields(parseObject(req.body));
  }

  /** The query of a request; of a repeated parameter the first counts. */
  static ofQuery(req: Req): Fields {
    const values: Record<string, unknown> = Object.create(null);
    for (const [name, value] of req.query) if (!(name in values)) values[name] = value;
    return new Fields(values);
  }

  /** Whether the object has this key itself. */
  has(name: string): boolean {
    return Object.hasOwn(this.body, name);
  }

  /** The raw value, undefined when the key is missing. */
  get(name: string): unknown {
    return this.has(name) ? this.body[name] : undefined;
  }

  /** Note a problem. */
  fail(name: string, reason: string): void {
    this.problems.push({ field: this.prefix + name, reason });
  }

  /** Answer 400 when anything was wrong. */
  done(more: Record<string, unknown> = {}): void {
    if (this.problems.length > 0) throw invalid(this.problems, more);
  }

  /** Refuse every key that is not listed. */
  strict(allowed: readonly string[]): void {
    for (const key of Object.keys(this.body)) if (!allowed.includes(key)) this.fail(key, 'unknown key');
  }

  /** An optional text. */
  text(name: string, bounds: Bounds = {}): string | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') this.fail(name, 'must be a string');
    else if (within(countCharacters(value), bounds)) return value;
    else this.fail(name, `must have a length${range(bounds)}`);
    return undefined;
  }

  /** A required text. The empty text that a missing one gives is never used: `done` has refused by then. */
  needText(name: string, bounds: Bounds = {}): string {
    if (!this.has(name)) this.fail(name, 'is required');
    return this.text(name, bounds) ?? '';
  }

  /** An optional text out of a fixed list. */
  choice<T extends string>(name: string, values: readonly T[]): T | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    const found = values.find((item) => item === value);
    if (found === undefined) this.fail(name, `must be one of ${values.join(', ')}`);
    return found;
  }

  /** An optional number. */
  number(name: string, bounds: Bounds = {}): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isFinite(value) && within(value, bounds)) return value;
    this.fail(name, `must be a number${range(bounds)}`);
    return undefined;
  }

  /** An optional whole number. */
  integer(name: string, bounds: Bounds = {}): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isSafeInteger(value) && within(value, bounds)) return value;
    this.fail(name, `must be an integer${range(bounds)}`);
    return undefined;
  }

  /** An optional whole number in the digits of a query. */
  digits(name: string, bounds: Bounds = {}): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isSafeInteger(number) && within(number, bounds)) return number;
    this.fail(name, `must be an integer${range(bounds)}`);
    return undefined;
  }

  /** An optional boolean. */
  boolean(name: string): boolean | undefined {
    const value = this.get(name);
    if (value === undefined || typeof value === 'boolean') return value;
    this.fail(name, 'must be a boolean');
    return undefined;
  }

  /** An optional array of texts. */
  texts(name: string, bounds: Bounds = {}): string[] | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.every((item) => typeof item === 'string') && within(value.length, bounds))
      return value;
    this.fail(name, `must be an array of strings${bounds.min || bounds.max ? ` with a length${range(bounds)}` : ''}`);
    return undefined;
  }

  /** An optional object. */
  object(name: string): Record<string, unknown> | undefined {
    const value = this.get(name);
    if (value === undefined || isRecord(value)) return value;
    this.fail(name, 'must be an object');
    return undefined;
  }

  /** An optional array whose items are objects. */
  objects(name: string): Record<string, unknown>[] | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.every(isRecord)) return value;
    this.fail(name, 'must be an array of objects');
    return undefined;
  }
}
