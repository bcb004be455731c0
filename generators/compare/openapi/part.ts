import { isObject } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';

/** Steps from the root of a description to a value in it. */
export type Steps = readonly string[];

/** A mistake that keeps a description from being compared, with the place of the value that has it. */
export class DescriptionMistake extends Error {
  override readonly name = 'DescriptionMistake';
  readonly at: Steps;

  constructor(message: string, at: Steps) {
    super(message);
    this.at = at;
  }
}

/** Versions of OpenAPI whose rules differ. */
export type Version = '3.0' | '3.1' | '3.2';

/** A description with the version by whose rules it is read. */
export interface Description {
  readonly document: JsonSchema;
  readonly version: Version;
}

/** A value of a description that knows where it stands; references to it were followed. */
export class Part {
  readonly value: Json | undefined;
  readonly at: Steps;
  readonly description: Description;

  constructor(value: Json | undefined, at: Steps, description: Description) {
    this.value = value;
    this.at = at;
    this.description = description;
  }

  /** The value as an object; empty where it is none. */
  get fields(): JsonSchema {
    return isObject(this.value) ? this.value : {};
  }

  get isThere(): boolean {
    return this.value !== undefined;
  }

  /** The value of a key as it stands, with a reference where it is one. */
  raw(key: string): Part {
    const { value } = this;
    const list: readonly Json[] = Array.isArray(value) ? value : [];
    const own = isObject(value) && Object.hasOwn(value, key) ? value[key] : list[Number(key)];
    return new Part(own, [...this.at, key], this.description);
  }

  /** The value of a key; where it is a reference, what that leads to. */
  get(key: string): Part {
    return this.raw(key).followed();
  }

  /** The values of an object by name, or those of a list by index. */
  entries(): readonly (readonly [string, Part])[] {
    const keys = typeof this.value === 'object' && this.value !== null ? Object.keys(this.value) : [];
    return keys.map((key) => [key, this.get(key)] as const);
  }

  /** The same of an object that may have extensions, without those. */
  members(): readonly (readonly [string, Part])[] {
    const keys = Object.keys(this.fields).filter((key) => !key.startsWith('x-'));
    return keys.map((key) => [key, this.get(key)] as const);
  }

  text(key: string): string | undefined {
    const value = this.fields[key];
    return typeof value === 'string' ? value : undefined;
  }

  /** The values of all keys but some, with extensions apart. */
  others(known: readonly string[]): { readonly unread: JsonSchema; readonly extensions: JsonSchema } {
    const rest = Object.entries(this.fields).filter(([key]) => !known.includes(key));
    return {
      unread: Object.fromEntries(rest.filter(([key]) => !key.startsWith('x-'))),
      extensions: Object.fromEntries(rest.filter(([key]) => key.startsWith('x-'))),
    };
  }

  /** Follows a chain of references; throws where it leads nowhere, or back to itself. */
  followed(passed: ReadonlySet<string> = new Set()): Part {
    const reference = this.text('$ref');
    if (reference === undefined) return this;
    if (passed.has(reference))
      throw new DescriptionMistake(`The reference "${reference}" leads back to itself.`, [...this.at, '$ref']);
    const further = new Set(passed).add(reference);
    const target = this.target(reference, further).followed(further);
    const beside = this.#beside();
    const value = { ...target.fields, ...beside };
    return Object.keys(beside).length === 0 ? target : new Part(value, target.at, this.description);
  }

  /** The target of a reference, which may be a reference itself. */
  target(reference: string, passed: ReadonlySet<string> = new Set([reference])): Part {
    const steps = stepsOf(reference, this.description.document);
    let part = new Part(steps && this.description.document, [], this.description);
    for (const step of steps ?? []) {
      const isThrough = part.text('$ref') !== undefined && part.raw(step).value === undefined;
      part = (isThrough ? part.followed(passed) : part).raw(step);
    }
    if (part.value !== undefined) return part;
    throw new DescriptionMistake(`The reference "${reference}" leads nowhere.`, [...this.at, '$ref']);
  }

  /** The values beside a reference that count: all in path items, and texts since OpenAPI 3.1. */
  #beside(): JsonSchema {
    const { $ref: _, ...others } = this.fields;
    if (this.at.length === 2 && (this.at[0] === 'paths' || this.at[0] === 'webhooks')) return others;
    if (this.description.version === '3.0') return {};
    const words = ['summary', 'description'].filter((key) => typeof others[key] === 'string');
    return Object.fromEntries(words.map((key) => [key, others[key] ?? '']));
  }
}

/** The steps of a reference within a document: a JSON pointer, or the name of an anchor. */
function stepsOf(reference: string, document: JsonSchema): Steps | undefined {
  if (reference === '#' || reference === '') return [];
  if (!reference.startsWith('#/'))
    return reference.startsWith('#') ? anchored(document, reference.slice(1)) : undefined;
  return reference.slice(2).split('/').map(unescaped);
}

/** A step of a JSON pointer in a URI fragment as the name it stands for. */
function unescaped(step: string): string {
  let plain = step;
  try {
    plain = decodeURIComponent(step);
  } catch {
    // A lone percent sign is no escape.
  }
  return plain.replaceAll('~1', '/').replaceAll('~0', '~');
}

function anchored(value: Json | undefined, name: string, at: Steps = []): Steps | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isObject(value) && (value.$anchor === name || value.$dynamicAnchor === name)) return at;
  for (const [key, inner] of Object.entries(value)) {
    const found = anchored(inner, name, [...at, key]);
    if (found) return found;
  }
  return undefined;
}

/** A path as a reference that leads to it. */
export function pointerOf(steps: Steps): string {
  return `#${steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`;
}
