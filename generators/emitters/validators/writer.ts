import type { Schemas } from '../../cel/compile/types.ts';
import { defaultOf } from '../../json-schema/defaults.ts';
import { isObject, propertiesOf, referenceOf } from '../../json-schema/walk.ts';
import { kebab } from '../../model/names.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { freeVariables } from '../../output/code-tree.ts';
import { type Code, code, join, variable } from '../../output/code.ts';
import { literal } from '../typescript/literal.ts';
import { assign, isAssignment, lines as linesOf, type Statement } from './statement.ts';

/** The state of one function while the writers of keywords add to it. */
export interface Writer {
  readonly schemas: Schemas;
  /** A function of the runtime. */
  readonly helper: (name: string) => Code;
  /** Puts a constant at the top of the module, once, and returns its name. */
  readonly hoist: (name: string, value: string) => Code;
  /** The statements that check a field of what the function is given, as a piece that several functions may share. */
  readonly field: (variable: string, statements: readonly Statement[]) => readonly Statement[];
  /** The function that checks a named schema, where the schema has one of its own. */
  readonly named: (schema: string) => Code | undefined;
  /** A catalog's map. */
  readonly catalog: (id: string) => Code;
  /** Where callers find the keys of a catalog, such as `GET /models`. */
  readonly listing: (id: string) => string;
  /** True for an error whose body lists the values that are accepted. */
  readonly lists: (error: Json | undefined) => boolean;
  /** A local name that is not taken in this function. */
  readonly local: (wanted: string) => string;
}

/** Where a value stands in the function that is written: what leads to it, and the rule id's end. */
export interface IssuePlace {
  readonly path: readonly Step[];
  readonly rule: string;
  /** True below a key that is only known when the check runs: the rule does not follow from the path. */
  readonly isDynamic?: boolean;
}

/** A field of an object, or code of an index or key. */
type Step = { readonly field: string } | { readonly key: Code };

/** Statements that check a value and, where defaults are filled in below it, the variable that holds the filled value. */
export interface CheckCode {
  readonly lines: readonly Statement[];
  readonly filled?: string;
}

/** Facts about a value that hold before its checks. */
export interface Known {
  /** `required` and `optional` values may be absent; anything else is there. */
  readonly presence?: 'required' | 'optional';
  /** The type that the value is already known to have. */
  readonly type?: string;
  /** True for what a function is given: it returns where the value has another type. */
  readonly isWhole?: boolean;
  /** True for an object of texts, from a query or path. */
  readonly text?: boolean;
}

/** Writes the checks of one schema; handed down so that writers of keywords can call it for what is inside. */
export type Write = (schema: JsonSchema, value: Code, place: IssuePlace, writer: Writer, known?: Known) => CheckCode;

/** The place of a field. */
export function under(place: IssuePlace, field: string): IssuePlace {
  return { ...place, path: [...place.path, { field }], rule: joined(place.rule, kebab(field)) };
}

/** The place of an item of a list; `index` is the variable that runs over them, or a number. */
export function atIndex(place: IssuePlace, index: Code): IssuePlace {
  return { ...place, path: [...place.path, { key: index }], rule: joined(place.rule, 'items') };
}

/** The place of the keys or values of a record; `key` is the variable that runs over its keys. */
export function within(place: IssuePlace, key: Code, segment: string): IssuePlace {
  return { path: [...place.path, { key }], rule: joined(place.rule, segment), isDynamic: true };
}

/** The statement that reports a broken keyword; `limit` is the keyword's value. */
export function report(writer: Writer, place: IssuePlace, keyword: string, limit?: Json, error?: Json): Code {
  const args: Code[] = ['issues', placeCode(place), JSON.stringify(keyword)];
  if (limit !== undefined) args.push(literal(limit));
  if (typeof error === 'string') args.push(JSON.stringify(error));
  return code`${writer.helper('report')}(${join(args, ', ')});`;
}

/** A place as the runtime takes it: a field's name, a path, or a path with the rule that does not follow from it. */
export function placeCode({ path, rule, isDynamic }: IssuePlace): Code {
  const steps = path.map((step) => ('field' in step ? JSON.stringify(step.field) : step.key));
  const list = code`[${join(steps, ', ')}]`;
  if (isDynamic) return code`{ path: ${list}, rule: ${JSON.stringify(rule)} }`;
  const [only] = path;
  return path.length === 1 && only && 'field' in only ? JSON.stringify(only.field) : list;
}

function joined(rule: string, segment: string): string {
  return [rule, segment].filter((part) => part !== '').join('.');
}

/** The statements of a part after the variable that holds what it fills in. */
function declared({ lines, filled }: CheckCode, value: Code): readonly Statement[] {
  if (filled === undefined) return lines;
  const [only] = lines;
  if (lines.length === 1 && isAssignment(only)) return [code`const ${variable(filled)} = ${only.value};`];
  return [code`let ${variable(filled)}: unknown = ${value};`, ...lines];
}

/** The statements of a part that give another variable what the part fills in. */
export function assigned(part: CheckCode, value: Code, filled: string | undefined): readonly Statement[] {
  if (part.filled === filled || part.filled === undefined || filled === undefined) return part.lines;
  return [...declared(part, value), assign(filled, variable(part.filled))];
}

/** The statements of a function that returns what a part fills in. */
export function returning({ lines, filled }: CheckCode, value: Code): readonly Statement[] {
  if (filled === undefined) return lines;
  const [last, before] = [lines.at(-1), lines.slice(0, -1)];
  const isOnly = isAssignment(last) && last.assigns === filled && !freeVariables(linesOf(before)).has(filled);
  if (isOnly) return [...before, code`return ${last.value};`];
  const result = variable(filled);
  return [code`let ${result}: unknown = ${value};`, ...lines, code`return ${result};`];
}

/** The checks of parts that apply to one value; where two fill in the same field, the first part wins, then the last. */
export function joinParts(parts: readonly CheckCode[], value: Code, writer: Writer): CheckCode {
  const [own, ...others] = parts;
  const [first, ...rest] = [...(own ? [own] : []), ...others.toReversed()].flatMap(({ filled }) => filled ?? []);
  if (first === undefined) return { lines: parts.flatMap(({ lines }) => lines) };
  const merged = rest.map((each) => {
    const both = join([value, variable(first), variable(each)], ', ');
    return assign(first, code`${writer.helper('together')}(${both})`);
  });
  return {
    lines: [...parts.flatMap((part) => (part.filled === first ? part.lines : declared(part, value))), ...merged],
    filled: first,
  };
}

/** True when filling in defaults may change a value that keeps the schema. */
export function fills(schema: JsonSchema, schemas: Schemas, seen: readonly string[] = []): boolean {
  const name = referenceOf(schema);
  if (name !== undefined && !seen.includes(name) && fills(schemas[name] ?? {}, schemas, [...seen, name])) return true;
  const inside = (inner: Json | undefined) => isObject(inner) && fills(inner, schemas, seen);
  return (
    schema.prefix !== undefined ||
    propertiesOf(schema).some(([, property]) => defaultOf(property, schemas) !== undefined || inside(property)) ||
    [schema.items, schema.then, schema.else].some(inside) ||
    [schema.allOf, schema.anyOf, schema.oneOf].some((parts) => Array.isArray(parts) && parts.some(inside))
  );
}
