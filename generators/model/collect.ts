import type { Diagnostics } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import { allKinds, type Kind, kindOf, kinds, type Source } from '../language/kinds.ts';
import { reportShape } from '../language/report-shape.ts';
import { type Mapping, type Node, toValue } from '../reader/node.ts';
import type { SourceFile, SourceRange } from '../reader/source.ts';
import { compose, type YamlMistake } from '../reader/yaml.ts';
import { lineId } from './lines.ts';
import { type ComposedFile, overlaid } from './overlay.ts';
import { register } from './register.ts';
import { type EntryKind, type Located, Spec } from './spec.ts';

/** Reads spec files into a specification. What has a wrong shape is reported and left out, but its id stays known. */
export function collect(files: readonly SourceFile[], diagnostics: Diagnostics): Spec {
  const spec = new Spec();
  const composed = files.map((file) => ({ file, ...compose(file.text) }));
  for (const each of overlaid(composed)) new Collector(spec, each, diagnostics).collect();
  return spec;
}

/** Kinds whose files hold many entries under one key, with the kind of those entries. */
const collections: Partial<Record<Kind, EntryKind>> = {
  schemas: 'schema',
  errors: 'error',
  limits: 'limit',
  questions: 'question',
  scenarios: 'scenario',
  protocol: 'protocol',
  statements: 'statement',
};

const codes: Record<Exclude<YamlMistake['kind'], 'empty'>, 'yaml-syntax' | 'yaml-feature' | 'yaml-duplicate-key'> = {
  syntax: 'yaml-syntax',
  feature: 'yaml-feature',
  'duplicate-key': 'yaml-duplicate-key',
};

function shape(kind: Kind, root: Mapping) {
  // To compile the shape of a kind takes longer than to check the few files of that kind without.
  return kinds[kind].shape.safeParse(toValue(root), { jitless: true });
}

interface ReadFile extends ComposedFile {
  readonly mistakes: readonly YamlMistake[];
}

class Collector {
  readonly #spec: Spec;
  readonly #file: SourceFile;
  readonly #read: ReadFile;
  readonly #diagnostics: Diagnostics;

  constructor(spec: Spec, read: ReadFile, diagnostics: Diagnostics) {
    this.#spec = spec;
    this.#file = read.file;
    this.#read = read;
    this.#diagnostics = diagnostics;
  }

  collect(): void {
    const kind = kindOf(this.#file.name);
    if (!kind) {
      const folders = allKinds.map((each) => kinds[each].folder).filter((folder) => folder !== '');
      this.#diagnostics.report(
        'file-misplaced',
        this.#place(),
        `service.yaml, ${folders.map((folder) => `${folder}/`).join(', ')}`,
      );
      return;
    }

    const { root, mistakes } = this.#read;
    for (const { kind: mistake, start, end, detail } of mistakes) {
      const place = { file: this.#file, start, end };
      if (mistake === 'empty') this.#diagnostics.report('file-empty', place);
      else this.#diagnostics.report(codes[mistake], place, detail);
    }
    if (!root) this.#spec.lose(entryKindOf(kind));
    else if (root.kind !== 'map' || !root.entries.has(kind)) {
      const wrong = root.kind === 'map' ? root.entries.values().next().value?.key : root;
      const suggestion = wrong?.kind === 'scalar' ? didYouMean(wrong.text, [kind]) : undefined;
      this.#diagnostics.suggest('file-kind', this.#place(wrong), suggestion, kind);
    } else {
      this.#register(kind, root);
    }
  }

  #register<K extends Kind>(kind: K, root: Mapping): void {
    const named = this.#nameEntries(kind, root);
    const parsed = shape(kind, root);
    if (!parsed.success) {
      // Checks read groups, constants and decided statements from whole entries, so an id alone does not help there.
      if (kind === 'host' || kind === 'service' || kind === 'questions') this.#spec.lose(entryKindOf(kind));
      reportShape(kind, this.#file, root, parsed.error.issues, this.#diagnostics);
      return;
    }
    // The shape of a kind gives the source of that kind; the lookup by a type parameter hides it.
    register[kind](this.#spec, parsed.data as Source<K>, (id) => named.get(id));
  }

  /** Notes the ids that a file defines, so that a mistake elsewhere in the file does not make them unknown. */
  #nameEntries(kind: Kind, root: Mapping): ReadonlyMap<string, Omit<Located<unknown>, 'value'>> {
    const named = new Map<string, Omit<Located<unknown>, 'value'>>();
    const collection = collections[kind];
    const note = (entry: EntryKind, key: Node & { kind: 'scalar' }, node: Node): void => {
      const name = this.#place(key);
      const earlier = this.#spec.name(entry, key.text, name);
      if (earlier) {
        const { line, column } = earlier.file.position(earlier.start);
        this.#diagnostics.report('id-duplicate', name, entry, key.text, `${earlier.file.path}:${line}:${column}`);
      } else {
        named.set(key.text, { id: key.text, name, node, root, file: this.#file });
      }
    };

    const own = root.entries.get(kind)?.value;
    if (collection) {
      const entries = collection === 'protocol' ? root.entries.get('rules')?.value : own;
      if (entries?.kind === 'map') for (const { key, value } of entries.entries.values()) note(collection, key, value);
      const transport = kind === 'protocol' ? root.entries.get('transport')?.value : undefined;
      if (transport && own?.kind === 'scalar') note('transport', own, transport);
    } else if (own?.kind === 'scalar' && isEntryKind(kind)) {
      note(kind, own, root);
      this.#checkName(kind, own.text, own);
      const http = kind === 'operation' ? root.entries.get('http')?.value : undefined;
      for (const line of http?.kind === 'list' ? http.items.slice(1) : []) {
        if (line.kind === 'scalar') note(kind, { ...own, text: lineId(own.text, line.text) }, root);
      }
    }
    return named;
  }

  #checkName(kind: Kind, id: string, node: Node): void {
    if (kind === 'service') return;
    const actual = this.#file.name.slice(this.#file.name.lastIndexOf('/') + 1);
    if (actual !== `${id}.yaml`) this.#diagnostics.report('file-name', this.#place(node), id, `${id}.yaml`);
  }

  #place(node?: Node): SourceRange {
    return { file: this.#file, start: node?.start ?? 0, end: node?.end ?? 0 };
  }
}

/** The kind of the entries that files of a kind hold. */
function entryKindOf(kind: Kind): EntryKind {
  if (isEntryKind(kind)) return kind;
  const entry = collections[kind];
  if (!entry) throw new Error(`Files of the kind ${kind} hold no known entries.`);
  return entry;
}

/** Tells whether files of a kind hold one entry each, which is of the same kind. */
function isEntryKind(kind: Kind): kind is Kind & EntryKind {
  return !(kind in collections) || kind === 'protocol';
}
