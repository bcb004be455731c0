import { basename, dirname, join } from 'node:path/posix';
import fc from 'fast-check';

/** The files of a specification by name. */
export type Texts = ReadonlyMap<string, string>;

/** One change of a specification; `choice` and `value` say which of the possible ones. */
export interface Edit {
  readonly kind: keyof typeof kinds;
  readonly choice: number;
  readonly value: number;
}

type Change = (texts: Texts, original: Texts, edit: Edit) => Texts;

/** Changes the text of one file. */
const inFile =
  (change: (text: string, edit: Edit) => string): Change =>
  (texts, _original, edit) => {
    const [name, text] = pick([...texts], edit.choice) ?? [];
    return name === undefined || text === undefined ? texts : new Map(texts).set(name, change(text, edit));
  };

const kinds = {
  number: inFile((text, edit) => replaceOne(text, /(?<=: )\d+\b/g, edit, () => String(edit.value % 60))),
  sentence: inFile((text, edit) =>
    replaceOne(text, /\b(?:summary|description|title): [^,{}\n"']+/g, edit, (found) => `${found} still`),
  ),
  word: inFile((text, edit) => replaceOne(text, /\b[a-z]{4,}\b/g, edit, (found) => `${found}s`)),
  'line dropped': inFile((text, { value }) => {
    const lines = text.split('\n');
    return lines.toSpliced(value % lines.length, 1).join('\n');
  }),
  'lines exchanged': inFile((text, { value }) => {
    const lines = text.split('\n');
    const at = value % lines.length;
    return lines.toSpliced(at, 2, ...lines.slice(at, at + 2).reverse()).join('\n');
  }),
  'line added': inFile((text, { value }) => `# ${value}\n${text}`),
  'file removed': (texts, _, { choice }) => {
    const name = pick([...texts.keys()], choice);
    return new Map([...texts].filter(([each]) => each !== name));
  },
  'file renamed': (texts, _, { choice, value }) => {
    const name = pick([...texts.keys()], choice) ?? '';
    return renamed(texts, name, join(dirname(name), `renamed-${value % 3}.yaml`));
  },
  'id renamed': (texts, _, { choice, value }) => {
    const ids = [...texts].flatMap(
      ([, text]) => /^(?:operation|price|catalog|machine|host): (\S+)/m.exec(text)?.[1] ?? [],
    );
    const id = pick(ids, choice) ?? '';
    const fresh = `${id}-${value % 3}`;
    const changed = new Map(
      [...texts].map(([name, text]) => [name, text.replaceAll(new RegExp(`\\b${id}\\b`, 'g'), fresh)]),
    );
    const file = [...texts.keys()].find((name) => basename(name) === `${id}.yaml`);
    return file === undefined ? changed : renamed(changed, file, join(dirname(file), `${fresh}.yaml`));
  },
  'file restored': (texts, original, { choice }) => {
    const [name, text] = pick([...original], choice) ?? [];
    return name === undefined || text === undefined ? texts : new Map(texts).set(name, text);
  },
  restored: (_, original) => original,
} as const satisfies Readonly<Record<string, Change>>;

/** Every kind; `Object.keys` forgets what it lists. */
const all = Object.keys(kinds) as Edit['kind'][];

/** A few changes, one after the other; most of them leave the specification valid. */
export const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({
    kind: fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom('number', 'sentence', 'id renamed') },
      { weight: 1, arbitrary: fc.constantFrom(...all) },
    ),
    choice: fc.nat(1000),
    value: fc.nat(1000),
  }),
  { minLength: 1, maxLength: 5 },
);

/** The files of a specification after a change of them. */
export function edited(texts: Texts, original: Texts, edit: Edit): Texts {
  return kinds[edit.kind](texts, original, edit);
}

function pick<Item>(items: readonly Item[], choice: number): Item | undefined {
  return items[choice % items.length];
}

function replaceOne(text: string, pattern: RegExp, { value }: Edit, change: (found: string) => string): string {
  const found = pick([...text.matchAll(pattern)], value);
  if (!found) return text;
  const [whole] = found;
  return text.slice(0, found.index) + change(whole) + text.slice(found.index + whole.length);
}

function renamed(texts: Texts, from: string, to: string): Texts {
  return new Map([...texts].map(([name, text]) => [name === from ? to : name, text]));
}
