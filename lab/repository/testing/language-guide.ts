import { globSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { z } from 'zod';
import { allKinds, type Kind, kindOf, kinds } from '#generators/language/kinds.ts';
import { recipesOf } from './recipes.ts';

/** Specifications that tests check, generate and serve; earlier ones are the better examples. */
const specs = [
  'examples/weather/spec',
  'generators/fixtures/tiny',
  'spec',
  'spec/standards/x402',
  'generators/fixtures/keys',
];

/** The page with more of them. */
const recipes = 'docs/recipes.md';

/** A key of a kind of file, by the path that leads to it; `*` stands for any name, `[]` for any item. */
export interface Key {
  readonly path: string;
  readonly meaning: string;
  /** The key as a specification has it, with its file. */
  readonly example?: string;
}

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/** Every key of a kind of file, each with an example where a specification has one. */
export function keysOf(kind: Kind): readonly Key[] {
  const schema: Schema = JSON.parse(
    JSON.stringify(z.toJSONSchema(kinds[kind].shape, { target: 'draft-7', io: 'input' })),
  );
  const found = new Map<string, string>();
  walk(schema, '', schema.definitions ?? {}, found, []);
  const files = filesOf(kind);
  const own = [...found].filter(([path]) => !/\.(from|status)$/.test(path));
  return own.map(([path, meaning]) => {
    const example = exampleOf(path.split('.'), files);
    return { path, meaning, ...(example !== undefined && { example }) };
  });
}

function walk(
  { $ref, properties = {}, additionalProperties, items, anyOf = [], allOf = [] }: Schema,
  path: string,
  definitions: Readonly<Record<string, Schema>>,
  found: Map<string, string>,
  within: readonly string[],
): void {
  const go = (schema: Schema, to: string, refs = within) => walk(schema, to, definitions, found, refs);
  const name = $ref?.split('/').at(-1) ?? '';
  const target = definitions[name];
  // A schema within a schema has the same keys.
  const isKnown = within.includes(name) || (name === 'JsonSchema' && path !== 'schemas.*');
  if (target && !isKnown) go(target, path, [...within, name]);
  for (const [key, value] of Object.entries(properties)) {
    const at = path === '' ? key : `${path}.${key}`;
    const usual = within.includes('JsonSchema') ? 'As in JSON Schema' : '';
    if (!found.has(at)) found.set(at, meaningOf(value, definitions) || usual);
    go(value, at);
  }
  if (typeof additionalProperties === 'object') go(additionalProperties, path === '' ? '*' : `${path}.*`);
  if (items) go(items, `${path}.[]`);
  for (const each of [...anyOf, ...allOf]) go(each, path);
}

function meaningOf(
  { description, $ref, anyOf = [], allOf = [] }: Schema,
  definitions: Readonly<Record<string, Schema>>,
): string {
  const inner = definitions[$ref?.split('/').at(-1) ?? ''];
  return description ?? [inner, ...anyOf, ...allOf].find((each) => each?.description)?.description ?? '';
}

function filesOf(kind: Kind): readonly (readonly [file: string, value: unknown])[] {
  const written = specs.flatMap((folder) =>
    globSync('**/*.yaml', { cwd: folder })
      .toSorted()
      .filter((file) => kindOf(file) === kind)
      .map((file) => [`${folder}/${file}`, load(readFileSync(`${folder}/${file}`, 'utf8'))] as const),
  );
  const shown = recipesOf(readFileSync(recipes, 'utf8')).flatMap(({ files }) =>
    files
      .filter(({ path }) => kindOf(path.replace(/^spec\//, '')) === kind)
      .map(({ text }) => [recipes, load(text)] as const),
  );
  return [...written, ...shown];
}

function exampleOf(path: readonly string[], files: ReturnType<typeof filesOf>): string | undefined {
  const [kind, , keyword, ...more] = path;
  // What a schema may have, the schemas within it may have as well.
  const isKeyword = kind === 'schemas' && keyword !== undefined && more.length === 0;
  for (const [file, value] of files) {
    const [found] = isKeyword ? keywordsIn(valuesAt(value, ['schemas', '*']), keyword) : valuesAt(value, path);
    if (found !== undefined) return `${shown(path.at(-1) ?? '', found)} | ${file}`;
  }
  return undefined;
}

/** Values of a keyword in schemas: of each, then of those within them. */
function keywordsIn(schemas: readonly unknown[], keyword: string): unknown[] {
  if (schemas.length === 0) return [];
  const own = schemas.flatMap((schema) => valuesAt(schema, [keyword]));
  const named = ['properties'].flatMap((key) => schemas.flatMap((each) => valuesAt(each, [key, '*'])));
  const single = ['items', 'if', 'then', 'else', 'not', 'propertyNames', 'additionalProperties'];
  const inner = single.flatMap((key) => schemas.flatMap((each) => valuesAt(each, [key])));
  const listed = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => schemas.flatMap((each) => valuesAt(each, [key, '[]'])));
  return [...own, ...keywordsIn([...named, ...inner, ...listed], keyword)];
}

function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [step, ...rest] = path;
  if (step === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (step === '[]') return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  const entries = Object.entries(value).filter(([key]) => step === '*' || key === step);
  return entries.flatMap(([, item]) => valuesAt(item, rest));
}

/** A key with its value in one line of at most some 60 characters. */
function shown(key: string, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = `${key}: ${text.replaceAll(/\s+/g, ' ')}`.replaceAll('|', '\\|').replaceAll('`', "'");
  return `\`${line.length > 60 ? `${line.slice(0, 59)}…` : line}\``;
}

/** The guide: what it says of the language, then every key of every kind of file. */
export function languageGuide(): string {
  const parts = allKinds.map((kind) => {
    const { folder } = kinds[kind];
    const rows = keysOf(kind).map(
      ({ path, meaning, example = ' | ' }) => `| \`${path}\` | ${meaning.replaceAll('|', '\\|')} | ${example} |`,
    );
    const head = `## ${folder === '' ? `\`${kind}.yaml\`` : `\`${folder}/\``}`;
    return [head, '', '| Key | Means | Example | In |', '|---|---|---|---|', ...rows].join('\n');
  });
  return `${introduction}\n${parts.join('\n\n')}\n`;
}

const introduction = `# The specification language

A specification is a folder of YAML files: \`spec/\` in a project. Each folder in it holds one kind of file. The first key of a file
says what the file describes. Most files describe one thing; files of schemas, errors, limits, questions, scenarios, statements and
protocol rules hold several.

- JSON Schema describes fields. Prices, conditions and guards are CEL expressions over \`request\`, \`query\`, \`params\`,
  \`response\`, \`status\` and the constants of the service. \`catalog("name", key)\` reads a catalog.
- \`content-type\` says how a body is written: JSON, a form, a text or bytes. [Recipes](recipes.md) shows each, and much else.
- Money is exact. Write decimals in quotes. A price says how it is rounded to a millionth of a dollar.
- \`from\` names the statements that an entry encodes, and \`status\` says how the entry follows from them. Any value may have both.
  A value that is \`assumed\`, \`conflict\` or \`unknown\` never fails a deployment.
- \`hosts\` lists ids of hosts or their groups. An entry without it holds on every host.
- \`extends.yaml\` has the one key \`extends\`: a folder or a package with a specification to extend. You get all of its files
  except its hosts. A file with the same path here replaces the other one. A rule or an error of the same id has the keys
  of both, and those here win. \`extends: tollwright\` is the built-in service, \`tollwright/x402\` the payment standard alone.

\`npx tollwright check\` finds mistakes, with their place and a suggestion. Editors complete keys by the JSON Schemas in
\`generated/spec-language/\`. In the tables \`*\` stands for any name and \`[]\` for any item of a list. Each example comes from a
specification that the tests check and generate.
`;
