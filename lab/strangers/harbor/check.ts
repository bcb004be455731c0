/** Field readers that collect every problem of a body, so that one refusal names all the fields. */
import { type Dict, isDict, type Json, Refusal } from './http.ts';

export interface Problem {
  field: string;
  message: string;
}

export class Checker {
  readonly problems: Problem[] = [];
  readonly source: Dict;
  constructor(source: Dict) {
    this.source = source;
  }

  bad(field: string, message: string): undefined {
    this.problems.push({ field, message });
    return undefined;
  }

  get(field: string): Json | undefined {
    const value = this.source[field];
    return value === null ? undefined : value;
  }

  string(field: string, rule: { required?: boolean; min?: number; max?: number } = {}): string | undefined {
    const value = this.get(field);
    if (value === undefined) return rule.required ? this.bad(field, `${field} is required`) : undefined;
    if (typeof value !== 'string') return this.bad(field, `${field} wants text`);
    const length = value.length;
    if (rule.required && length === 0) return this.bad(field, `${field} may not be empty`);
    if (rule.min !== undefined && length < rule.min) return this.bad(field, `${field} is under ${rule.min} characters`);
    if (rule.max !== undefined && length > rule.max) return this.bad(field, `${field} is over ${rule.max} characters`);
    return value;
  }

  number(
    field: string,
    rule: { required?: boolean; min?: number; max?: number; whole?: boolean; above?: number } = {},
  ): number | undefined {
    const value = this.get(field);
    if (value === undefined) return rule.required ? this.bad(field, `${field} is required`) : undefined;
    if (typeof value !== 'number') return this.bad(field, `${field} wants a number`);
    if (rule.whole && !Number.isInteger(value)) return this.bad(field, `${field} wants a whole number`);
    if (rule.min !== undefined && value < rule.min) return this.bad(field, `${field} is below ${rule.min}`);
    if (rule.max !== undefined && value > rule.max) return this.bad(field, `${field} is above ${rule.max}`);
    if (rule.above !== undefined && value <= rule.above) return this.bad(field, `${field} must exceed ${rule.above}`);
    return value;
  }

  flag(field: string): boolean | undefined {
    const value = this.get(field);
    if (value === undefined) return undefined;
    if (typeof value !== 'boolean') return this.bad(field, `${field} wants true or false`);
    return value;
  }

  oneOf(field: string, values: readonly string[]): string | undefined {
    const value = this.get(field);
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || !values.includes(value)) {
      return this.bad(field, `${field} is one of ${values.join(' / ')}`);
    }
    return value;
  }

  array(field: string, rule: { required?: boolean; min?: number; max?: number } = {}): Json[] | undefined {
    const value = this.get(field);
    if (value === undefined) return rule.required ? this.bad(field, `${field} is required`) : undefined;
    if (!Array.isArray(value)) return this.bad(field, `${field} wants a list`);
    if (rule.min !== undefined && value.length < rule.min) return this.bad(field, `${field} has too few entries`);
    if (rule.max !== undefined && value.length > rule.max) return this.bad(field, `${field} has too many entries`);
    return value;
  }

  strings(field: string, rule: { required?: boolean; min?: number; max?: number } = {}): string[] | undefined {
    const list = this.array(field, rule);
    if (list === undefined) return undefined;
    if (!list.every((entry) => typeof entry === 'string' && entry !== '')) {
      return this.bad(field, `${field} wants a list of texts`);
    }
    return list as string[];
  }

  dict(field: string, required = false): Dict | undefined {
    const value = this.get(field);
    if (value === undefined) return required ? this.bad(field, `${field} is required`) : undefined;
    return isDict(value) ? value : this.bad(field, `${field} wants an object`);
  }

  onlyKeys(keys: readonly string[]): void {
    for (const key of Object.keys(this.source)) {
      if (!keys.includes(key)) this.bad(key, `${key} is no field of this call`);
    }
  }

  /** Throws when anything was wrong. */
  done(): void {
    if (this.problems.length === 0) return;
    throw new Refusal(400, {
      details: this.problems.map((problem) => ({ ...problem })),
      message: this.problems.map((problem) => problem.message).join('; '),
      error: 'Invalid request body',
    });
  }
}

/** Query parameters as a checker: whole numbers are read as numbers where they look so. */
export function queryChecker(query: URLSearchParams, numeric: readonly string[] = []): Checker {
  const source: Dict = {};
  for (const [key, value] of query) {
    source[key] = numeric.includes(key) && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  }
  return new Checker(source);
}
