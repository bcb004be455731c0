import { invalid, isObject, type Problem } from './http.ts';

/** What a text field may hold; lengths count code points. */
export interface TextRule {
  min?: number;
  max?: number;
  oneOf?: readonly string[];
  pattern?: RegExp;
  says?: string;
}

/** The range of a number, ends included. */
export interface RangeRule {
  min?: number;
  max?: number;
}

/** The length of a text in code points. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Reads the members of a JSON object and collects what is wrong with them; `done` throws it all as one 400. */
export class Form {
  body: Record<string, unknown>;
  problems: Problem[] = [];
  at: string;

  constructor(body: unknown, at = '', problems: Problem[] = []) {
    this.at = at;
    this.problems = problems;
    this.body = {};
    if (isObject(body)) this.body = body;
    else this.add('', 'must be a JSON object');
  }

  /** Notes that a field is wrong. */
  add(name: string, problem: string, allowed?: readonly string[]): void {
    const pointer = name === '' ? this.at : `${this.at}/${name}`;
    this.problems.push(allowed === undefined ? { pointer, problem } : { pointer, problem, allowed });
  }

  /** The value of a member, undefined when it is absent. */
  get(name: string): unknown {
    return Object.hasOwn(this.body, name) ? this.body[name] : undefined;
  }

  /** True when the member was sent. */
  has(name: string): boolean {
    return Object.hasOwn(this.body, name);
  }

  /** Notes a missing member. */
  need(name: string): boolean {
    if (this.has(name)) return true;
    this.add(name, `${name} is required`);
    return false;
  }

  /** A required text. */
  must(name: string, rule: TextRule = {}): string {
    return this.need(name) ? (this.text(name, rule) ?? '') : '';
  }

  /** An optional text. */
  text(name: string, rule: TextRule = {}): string | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') {
      this.add(name, `${name} must be a string`);
      return undefined;
    }
    const size = lengthOf(value);
    if (size < (rule.min ?? 0)) this.add(name, `${name} must have at least ${rule.min} characters`);
    if (size > (rule.max ?? Infinity)) this.add(name, `${name} must have at most ${rule.max} characters`);
    if (rule.oneOf !== undefined && !rule.oneOf.includes(value)) {
      this.add(name, `${name} must be one of ${rule.oneOf.join(', ')}`, rule.oneOf);
    }
    if (rule.pattern !== undefined && !rule.pattern.test(value))
      this.add(name, `${name} must be ${rule.says ?? 'well formed'}`);
    return value;
  }

  /** An optional number. */
  number(name: string, rule: RangeRule = {}): number | undefined {
    return this.range(name, rule, 'a number', (value) => Number.isFinite(value));
  }

  /** An optional integer. */
  integer(name: string, rule: RangeRule = {}): number | undefined {
    return this.range(name, rule, 'an integer', (value) => Number.isSafeInteger(value));
  }

  private range(name: string, rule: RangeRule, kind: string, fits: (value: number) => boolean): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    const { min = -Infinity, max = Infinity } = rule;
    if (typeof value !== 'number' || !fits(value)) this.add(name, `${name} must be ${kind}`);
    else if (value < min || value > max) this.add(name, `${name} must be ${bounds(rule)}`);
    else return value;
    return undefined;
  }

  /** An optional boolean. */
  flag(name: string): boolean | undefined {
    const value = this.get(name);
    if (value === undefined || typeof value === 'boolean') return value;
    this.add(name, `${name} must be a boolean`);
    return undefined;
  }

  /** An optional object. */
  object(name: string): Record<string, unknown> | undefined {
    const value = this.get(name);
    if (value === undefined || isObject(value)) return value;
    this.add(name, `${name} must be an object`);
    return undefined;
  }

  /** An optional array. */
  array(name: string, rule: RangeRule = {}): unknown[] | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    const { min = 0, max = Infinity } = rule;
    if (!Array.isArray(value)) this.add(name, `${name} must be an array`);
    else if (value.length < min || value.length > max) this.add(name, `${name} must have ${bounds(rule)} entries`);
    else return value;
    return undefined;
  }

  /** An optional array of strings. */
  texts(name: string, rule: RangeRule = {}, each: TextRule = {}): string[] | undefined {
    const list = this.array(name, rule);
    if (list === undefined) return undefined;
    const items = new Form(Object.fromEntries(list.entries()), `${this.at}/${name}`, this.problems);
    return list.map((_, index) => items.text(String(index), each) ?? '');
  }

  /** An optional array of objects, each with its own form. */
  forms(name: string, rule: RangeRule = {}): Form[] | undefined {
    return this.array(name, rule)?.map((item, index) => new Form(item, `${this.at}/${name}/${index}`, this.problems));
  }

  /** Refuses members that are not listed. */
  only(...names: string[]): void {
    for (const name of Object.keys(this.body))
      if (!names.includes(name)) this.add(name, `unknown key ${JSON.stringify(name)}`);
  }

  /** Throws when anything was wrong. */
  done(): void {
    if (this.problems.length > 0) throw invalid(this.problems);
  }
}

function bounds(rule: RangeRule): string {
  if (rule.min === undefined) return `at most ${rule.max}`;
  return rule.max === undefined ? `at least ${rule.min}` : `${rule.min} to ${rule.max}`;
}
