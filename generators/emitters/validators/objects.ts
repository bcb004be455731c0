import { resolved, type Schemas } from '../../cel/compile/types.ts';
import { isObject, propertiesOf, requiredOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { literal } from '../typescript/literal.ts';
import { camelCase } from '../typescript/names.ts';
import { defaultOf, type Place, report, under, type Write, type Writer, type Written, within } from './writer.ts';

/** Writes the checks that apply to objects only; `text` objects hold the texts of a query or path. */
export function writeObject(
  schema: JsonSchema,
  value: string,
  place: Place,
  writer: Writer,
  write: Write,
  text = false,
): Written {
  const lines: string[] = [];
  const taken: string[] = [];
  const required = requiredOf(schema);
  const properties = propertiesOf(schema);
  const defaults: Record<string, Json> = {};
  const replaced: string[] = [];
  const read = new Map<string, string>();

  for (const [name, property] of properties) {
    const inner = under(place, name);
    const local = writer.local(isPlainName(name) ? name : camelCase(name));
    const presence = required.includes(name) ? 'required' : 'optional';
    const written = write(property, local, inner, writer, { presence });
    const reader = text ? textReader(property, writer) : undefined;
    const fallback = defaultOf(property, writer.schemas);
    if (fallback !== undefined) defaults[name] = fallback;
    if (reader || written.filled) replaced.push(entry(name, written.filled ?? local));

    if (written.lines.length === 0 && !reader) continue;
    const given = own(value, name, writer);
    if (!reader && given === `${value}.${name}`) taken.push(entry(name, local));
    else lines.push(`const ${local} = ${reader ? reader(given) : given};`);
    read.set(name, local);
    if (written.filled) lines.push(`let ${written.filled}: unknown = ${local};`);
    lines.push(...(place.path.length > 0 || written.filled ? written.lines : writer.field(local, written.lines)));
  }
  for (const name of required.filter((name) => !properties.some(([known]) => known === name))) {
    const broken = `!Object.hasOwn(${value}, ${JSON.stringify(name)})`;
    lines.push(`if (${broken}) ${report(writer, under(place, name), 'required')}`);
  }
  lines.push(...writeOthers(schema, value, place, writer, write));
  lines.unshift(
    ...writeCounts(schema, value, place, writer),
    ...(taken.length > 0 ? [`const { ${taken.join(', ')} } = ${value};`] : []),
  );
  if (Object.keys(defaults).length === 0 && replaced.length === 0) return { lines };

  const filled = writer.local('filled');
  const found = (name: string) => read.get(name) ?? own(value, name, writer);
  if (replaced.length > 0) {
    const parts = [value, literal(defaults), `{ ${replaced.join(', ')} }`];
    return { lines: [...lines, `${filled} = ${writer.helper('fill')}(${parts.join(', ')});`], filled };
  }
  // Copied first: engines clone an object faster than they add its fields to another. What is null is refused or kept.
  const added = Object.entries(defaults).map(([name, fallback]) => {
    const property = properties.find(([known]) => known === name)?.[1] ?? {};
    const missing = refusesNull(resolved(property, writer.schemas)) ? `${found(name)} ??` : undefined;
    const kept = missing ?? `${found(name)} !== undefined ? ${found(name)} :`;
    return `${JSON.stringify(name)}: ${kept} ${literal(fallback)}`;
  });
  return { lines: [...lines, `${filled} = { ...${value}, ${added.join(', ')} };`], filled };
}

/** True when a schema tells one type, and it is another than null. */
function refusesNull({ type }: JsonSchema): boolean {
  return typeof type === 'string' && type !== 'null';
}

/** A property of a literal or pattern, in short where its name is that of the variable. */
function entry(name: string, variable: string): string {
  return name === variable ? name : `${JSON.stringify(name)}: ${variable}`;
}

/** True for a field's name that a variable may have as it is. */
function isPlainName(name: string): boolean {
  return /^[a-z]\w*$/i.test(name) && !camelCase(name).startsWith('_');
}

function writeCounts(schema: JsonSchema, value: string, place: Place, writer: Writer): string[] {
  const count = `Object.keys(${value}).length`;
  const lines: string[] = [];
  if (typeof schema.minProperties === 'number') {
    lines.push(
      `if (${count} < ${schema.minProperties}) ${report(writer, place, 'minProperties', schema.minProperties)}`,
    );
  }
  if (typeof schema.maxProperties === 'number') {
    lines.push(
      `if (${count} > ${schema.maxProperties}) ${report(writer, place, 'maxProperties', schema.maxProperties)}`,
    );
  }
  return lines;
}

/** Writes the checks of keys that `properties` does not name, and of keys themselves. */
function writeOthers(schema: JsonSchema, value: string, place: Place, writer: Writer, write: Write): string[] {
  const patterns = isObject(schema.patternProperties) ? Object.entries(schema.patternProperties) : [];
  const rest = schema.additionalProperties;
  if (patterns.length === 0 && (rest === undefined || rest === true) && !isObject(schema.propertyNames)) return [];
  const [key, entry] = [writer.local('key'), writer.local('entry')];
  const body: string[] = [];

  if (isObject(schema.propertyNames)) {
    body.push(...write(schema.propertyNames, key, within(place, key, 'keys'), writer).lines);
  }
  const tests = patterns.map(([pattern, inner]) => {
    const test = `${writer.hoist('keyPattern', String(new RegExp(pattern, 'u')))}.test(${key})`;
    const { lines } = isObject(inner) ? write(inner, entry, within(place, key, 'values'), writer) : { lines: [] };
    if (lines.length > 0) body.push(`if (${test}) {`, ...lines, '}');
    return test;
  });
  const known = isObject(schema.properties)
    ? Object.keys(schema.properties).map((name) => `${key} !== ${JSON.stringify(name)}`)
    : [];
  const unknown = [...known, ...tests.map((test) => `!${test}`)].join(' && ') || 'true';
  if (rest === false) {
    const refusal = report(writer, within(place, key, ''), 'unknownKeys');
    body.push(unknown === 'true' ? refusal : `if (${unknown}) ${refusal}`);
  } else if (isObject(rest)) {
    const { lines } = write(rest, entry, within(place, key, 'values'), writer);
    if (lines.length > 0) body.push(...(unknown === 'true' ? lines : [`if (${unknown}) {`, ...lines, '}']));
  }
  if (body.length === 0) return [];
  const uses = body.some((line) => new RegExp(`\\b${entry}\\b`).test(line));
  const over = uses ? `const [${key}, ${entry}] of Object.entries(${value})` : `const ${key} of Object.keys(${value})`;
  return [`for (${over}) {`, ...body, '}'];
}

/** Keys that every object inherits are only read where they are the object's own. */
function own(value: string, name: string, writer: Writer): string {
  if (name in Object.prototype) return `${writer.helper('own')}(${value}, ${JSON.stringify(name)})`;
  return /^[a-z_$][\w$]*$/i.test(name) ? `${value}.${name}` : `${value}[${JSON.stringify(name)}]`;
}

const readers: Readonly<Record<string, string>> = {
  integer: 'readInteger',
  number: 'readNumber',
  boolean: 'readBoolean',
};

/** True when an object has fields that a query or path spells in another way than JSON does. */
export function isSpelled(schema: JsonSchema, schemas: Schemas): boolean {
  return propertiesOf(schema).some(([, property]) => {
    const { type } = resolved(property, schemas);
    return type === 'array' || String(type) in readers;
  });
}

/** How a field of a query or path is read from its text; texts stay as they are. */
function textReader(schema: JsonSchema, writer: Writer): ((read: string) => string) | undefined {
  const found = resolved(schema, writer.schemas);
  const helper = readers[String(found.type)];
  if (helper) return (read) => `${writer.helper(helper)}(${read})`;
  if (found.type !== 'array') return undefined;
  const items = isObject(found.items) ? textReader(found.items, writer) : undefined;
  const each = items ? `, (item) => ${items('item')}` : '';
  return (read) => `${writer.helper('readList')}(${read}${each})`;
}
