import { resolved, type Schemas } from '../../cel/compile/types.ts';
import { defaultOf } from '../../json-schema/defaults.ts';
import { isObject, propertiesOf, requiredOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { freeVariables, isIdentifier } from '../../output/code-tree.ts';
import { type Code, code, join, member, variable } from '../../output/code.ts';
import { literal } from '../typescript/literal.ts';
import { camelCase } from '../typescript/names.ts';
import { assign, block, lines as linesOf, type Statement, when } from './statement.ts';
import { type CheckCode, type IssuePlace, report, under, type Write, type Writer, within } from './writer.ts';

/** The places of one object that its checks read and report. */
interface ObjectPlace {
  readonly value: Code;
  readonly place: IssuePlace;
  readonly writer: Writer;
}

/** The checks of the properties of an object. */
interface PropertyChecks {
  readonly lines: Statement[];
  /** Properties that one destructuring reads. */
  readonly taken: Code[];
  /** Properties whose values differ from what was given: read from text, or with defaults inside. */
  readonly replaced: Code[];
  readonly defaults: Record<string, Json>;
  /** Variables that hold the values of properties, by name. */
  readonly read: Map<string, Code>;
}

/** Writes the checks that apply to objects only; `text` objects are a parsed query or path, whose values are strings. */
export function writeObject(
  schema: JsonSchema,
  value: Code,
  place: IssuePlace,
  writer: Writer,
  write: Write,
  text = false,
): CheckCode {
  const at: ObjectPlace = { value, place, writer };
  const checks = writeProperties(schema, at, write, text);
  const { taken, lines } = checks;
  const known = new Set(propertiesOf(schema).map(([name]) => name));
  for (const name of requiredOf(schema).filter((name) => !known.has(name))) {
    const missing = code`!Object.hasOwn(${value}, ${JSON.stringify(name)})`;
    lines.push(when(missing, report(writer, under(place, name), 'required')));
  }
  lines.push(...writeDependents(schema, at), ...writeOthers(schema, value, place, writer, write));
  lines.unshift(
    ...writeCounts(schema, value, place, writer),
    ...(taken.length > 0 ? [code`const { ${join(taken, ', ')} } = ${value};`] : []),
  );
  return withDefaults(schema, at, checks);
}

/** Writes the checks of properties that others require. */
function writeDependents({ dependentRequired }: JsonSchema, { value, place, writer }: ObjectPlace): Statement[] {
  const has = (name: string) => code`Object.hasOwn(${value}, ${JSON.stringify(name)})`;
  return Object.entries(isObject(dependentRequired) ? dependentRequired : {}).flatMap(([name, needed]) =>
    requiredOf({ required: needed }).map((each) => {
      const missing = { ...under(place, each), rule: place.rule, isDynamic: true };
      return when(code`${has(name)} && !${has(each)}`, report(writer, missing, 'dependentRequired', name));
    }),
  );
}

function writeProperties(
  schema: JsonSchema,
  { value, place, writer }: ObjectPlace,
  write: Write,
  text: boolean,
): PropertyChecks {
  const checks: PropertyChecks = { lines: [], taken: [], replaced: [], defaults: {}, read: new Map() };
  const { lines, taken, replaced, defaults, read } = checks;
  const required = requiredOf(schema);
  for (const [name, property] of propertiesOf(schema)) {
    const inner = under(place, name);
    const local = writer.local(isPlainName(name) ? name : camelCase(name));
    const presence = required.includes(name) ? 'required' : 'optional';
    const held = variable(local);
    const written = write(property, held, inner, writer, { presence });
    const reader = text ? textReader(property, writer) : undefined;
    const fallback = defaultOf(property, writer.schemas);
    if (fallback !== undefined) defaults[name] = fallback;
    if (reader || written.filled) replaced.push(entry(name, written.filled ?? local));

    if (written.lines.length === 0 && !reader) continue;
    const given = own(value, name, writer);
    if (!reader && isPlain(name)) taken.push(entry(name, local));
    else lines.push(code`const ${held} = ${reader ? reader(given) : given};`);
    read.set(name, held);
    if (written.filled) lines.push(code`let ${variable(written.filled)}: unknown = ${held};`);
    lines.push(...(place.path.length > 0 || written.filled ? written.lines : writer.field(local, written.lines)));
  }
  return checks;
}

/** The checks of an object, followed by a copy that has its defaults where there are any. */
function withDefaults(schema: JsonSchema, { value, writer }: ObjectPlace, checks: PropertyChecks): CheckCode {
  const { lines, replaced, defaults, read } = checks;
  if (Object.keys(defaults).length === 0 && replaced.length === 0) return { lines };
  const filled = writer.local('filled');
  if (replaced.length > 0) {
    const args = [value, literal(defaults), code`{ ${join(replaced, ', ')} }`];
    return { lines: [...lines, assign(filled, code`${writer.helper('fill')}(${join(args, ', ')})`)], filled };
  }
  const properties = new Map(propertiesOf(schema));
  // Copied first: engines clone an object faster than they add its fields to another. A null is rejected or kept.
  const added = Object.entries(defaults).map(([name, fallback]) => {
    const found = read.get(name) ?? own(value, name, writer);
    const missing = refusesNull(resolved(properties.get(name) ?? {}, writer.schemas)) ? code`${found} ??` : undefined;
    const kept = missing ?? code`${found} !== undefined ? ${found} :`;
    return code`${JSON.stringify(name)}: ${kept} ${literal(fallback)}`;
  });
  return { lines: [...lines, assign(filled, code`{ ...${value}, ${join(added, ', ')} }`)], filled };
}

/** True for a schema with exactly one type, which is not null. */
function refusesNull({ type }: JsonSchema): boolean {
  return typeof type === 'string' && type !== 'null';
}

/** A property of a literal or pattern, in short where its name is that of the variable. */
function entry(name: string, local: string): Code {
  return name === local ? variable(local) : code`${JSON.stringify(name)}: ${variable(local)}`;
}

/** True for a field's name that a variable may have as it is. */
function isPlainName(name: string): boolean {
  return /^[a-z]\w*$/i.test(name) && !camelCase(name).startsWith('_');
}

function writeCounts(schema: JsonSchema, value: Code, place: IssuePlace, writer: Writer): Statement[] {
  const count = code`Object.keys(${value}).length`;
  const lines: Statement[] = [];
  if (typeof schema.minProperties === 'number') {
    const refusal = report(writer, place, 'minProperties', schema.minProperties);
    lines.push(when(code`${count} < ${schema.minProperties}`, refusal));
  }
  if (typeof schema.maxProperties === 'number') {
    const refusal = report(writer, place, 'maxProperties', schema.maxProperties);
    lines.push(when(code`${count} > ${schema.maxProperties}`, refusal));
  }
  return lines;
}

/** Writes the checks of keys that `properties` does not name, and of keys themselves. */
function writeOthers(schema: JsonSchema, value: Code, place: IssuePlace, writer: Writer, write: Write): Statement[] {
  const patterns = isObject(schema.patternProperties) ? Object.entries(schema.patternProperties) : [];
  const rest = schema.additionalProperties;
  if (patterns.length === 0 && (rest === undefined || rest === true) && !isObject(schema.propertyNames)) return [];
  const [key, entry] = [variable(writer.local('key')), writer.local('entry')];
  const body: Statement[] = [];

  if (isObject(schema.propertyNames)) {
    body.push(...write(schema.propertyNames, key, within(place, key, 'keys'), writer).lines);
  }
  const tests = patterns.map(([pattern, inner]) => {
    const test = code`${writer.hoist('keyPattern', String(new RegExp(pattern, 'u')))}.test(${key})`;
    const { lines } = isObject(inner)
      ? write(inner, variable(entry), within(place, key, 'values'), writer)
      : { lines: [] };
    if (lines.length > 0) body.push(block(code`if (${test})`, lines));
    return test;
  });
  const known = isObject(schema.properties)
    ? Object.keys(schema.properties).map((name) => code`${key} !== ${JSON.stringify(name)}`)
    : [];
  const unlike = [...known, ...tests.map((test) => code`!${test}`)];
  const unknown = join(unlike, ' && ');
  if (rest === false) {
    const refusal = report(writer, within(place, key, ''), 'unknownKeys');
    body.push(unlike.length === 0 ? refusal : when(unknown, refusal));
  } else if (isObject(rest)) {
    const { lines } = write(rest, variable(entry), within(place, key, 'values'), writer);
    if (lines.length > 0) body.push(...(unlike.length === 0 ? lines : [block(code`if (${unknown})`, lines)]));
  }
  if (body.length === 0) return [];
  const over = freeVariables(linesOf(body)).has(entry)
    ? code`const [${key}, ${variable(entry)}] of Object.entries(${value})`
    : code`const ${key} of Object.keys(${value})`;
  return [block(code`for (${over})`, body)];
}

/** Keys that every object inherits are only read where they are the object's own. */
function own(value: Code, name: string, writer: Writer): Code {
  if (name in Object.prototype) return code`${writer.helper('own')}(${value}, ${JSON.stringify(name)})`;
  return member(value, name);
}

/** True for a key that no object inherits and that may follow a dot. */
function isPlain(name: string): boolean {
  return !(name in Object.prototype) && isIdentifier(name);
}

const readers: Readonly<Record<string, string>> = {
  integer: 'readInteger',
  number: 'readNumber',
  boolean: 'readBoolean',
};

/** True for an object with fields that a query or path spells differently from JSON. */
export function isSpelled(schema: JsonSchema, schemas: Schemas): boolean {
  return propertiesOf(schema).some(([, property]) => {
    const { type } = resolved(property, schemas);
    return type === 'array' || String(type) in readers;
  });
}

/** How a field of a query or path is read from its text; texts stay as they are. */
function textReader(schema: JsonSchema, writer: Writer): ((read: Code) => Code) | undefined {
  const found = resolved(schema, writer.schemas);
  const helper = readers[String(found.type)];
  if (helper) return (read) => code`${writer.helper(helper)}(${read})`;
  if (found.type !== 'array') return undefined;
  const items = isObject(found.items) ? textReader(found.items, writer) : undefined;
  const each = items ? code`, (item) => ${items('item')}` : '';
  return (read) => code`${writer.helper('readList')}(${read}${each})`;
}
