import type { ServiceSource } from '../language/service.ts';
import { entriesOf, haveSame } from '../model/entries.ts';
import type { Selectable } from '../model/hosts.ts';
import {
  type EntryKind,
  type EntryTypes,
  entryKinds,
  type Located,
  type Names,
  type ReadableSpec,
} from '../model/spec.ts';
import { once } from '../once.ts';
import type { CheckContext } from './context.ts';

/** All that a check can ask about a specification. */
export interface Questions {
  all<K extends EntryKind>(kind: K): ReadonlyMap<string, Located<EntryTypes[K]>>;
  get<K extends EntryKind>(kind: K, id: string): Located<EntryTypes[K]> | undefined;
  names(kind: EntryKind): Names;
  lost(kind: EntryKind): boolean;
  service(): Located<ServiceSource> | undefined;
  failed(): boolean;
  alike(host: Selectable): Selectable;
}

/** The questions of a check, answered with the object of the last reading where that says the same. */
export const questionsOf = once(({ spec, diagnostics, alike }: CheckContext): Questions => {
  const { all, get } = entriesOf(spec);
  const names = new Map(entryKinds.map((kind) => [kind, namesIn(spec, kind)]));
  lastNames = names;
  return {
    all,
    get,
    names: (kind) => names.get(kind) ?? spec.names(kind),
    lost: (kind) => spec.lost(kind),
    service: () => spec.service,
    failed: () => diagnostics.failed,
    alike,
  };
});

let lastNames: ReadonlyMap<EntryKind, Names> = new Map();

function namesIn(spec: ReadableSpec, kind: EntryKind): Names {
  const now = spec.names(kind);
  const before = lastNames.get(kind);
  return before && haveSame(now.keys(), before.keys()) ? before : now;
}

/** A specification that asks each question once. */
export function askedSpec(questions: Questions): ReadableSpec {
  const answers = new Answers();
  return {
    all: (kind) => answers.of(`all ${kind}`, () => questions.all(kind)),
    get: (kind, id) => answers.of(`${kind} ${id}`, () => questions.get(kind, id)),
    get service() {
      return answers.of('service', () => questions.service());
    },
    names: (kind) => answers.of(`names ${kind}`, () => questions.names(kind)),
    lost: (kind) => answers.of(`lost ${kind}`, () => questions.lost(kind)),
  };
}

/** Answers to questions that are asked once. */
class Answers {
  readonly #known = new Map<string, unknown>();

  of<Answer>(question: string, ask: () => Answer): Answer {
    if (!this.#known.has(question)) this.#known.set(question, ask());
    // A question has answers of one type only.
    return this.#known.get(question) as Answer;
  }
}
