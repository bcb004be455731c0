import type { ServiceSource } from '../language/service.ts';
import type { Selectable } from '../model/hosts.ts';
import { type EntryKind, type EntryTypes, type Located, type Names, Spec } from '../model/spec.ts';
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
  const answers = new Answers();
  return {
    all: (kind) =>
      answers.of(`all ${kind}`, (question) => asBefore(question, spec.all(kind), (entries) => entries.values())),
    get: (kind, id) => spec.get(kind, id),
    names: (kind) =>
      answers.of(`names ${kind}`, (question) => asBefore(question, spec.names(kind), (names) => names.keys())),
    lost: (kind) => spec.lost(kind),
    service: () => spec.service,
    failed: () => diagnostics.failed,
    alike,
  };
});

/** Answers to questions that are asked once. */
class Answers {
  readonly #known = new Map<string, unknown>();

  of<Answer>(question: string, ask: (question: string) => Answer): Answer {
    if (!this.#known.has(question)) this.#known.set(question, ask(question));
    // A question has answers of one type only.
    return this.#known.get(question) as Answer;
  }
}

/** Answers of the last reading by question. */
const last = new Map<string, unknown>();

/** An answer, or that of the last reading where it has the same parts in the same order. */
function asBefore<Answer>(question: string, answer: Answer, partsOf: (answer: Answer) => Iterable<unknown>): Answer {
  // A question has answers of one type only.
  const before = last.get(question) as Answer | undefined;
  if (before !== undefined && haveSame(partsOf(before), partsOf(answer))) return before;
  last.set(question, answer);
  return answer;
}

function haveSame(parts: Iterable<unknown>, others: Iterable<unknown>): boolean {
  const rest = others[Symbol.iterator]();
  for (const part of parts) {
    const { done, value } = rest.next();
    if (done || value !== part) return false;
  }
  return rest.next().done === true;
}

/** A specification that asks each question once. */
export class AskedSpec extends Spec {
  readonly #questions: Questions;
  readonly #answers = new Answers();

  constructor(questions: Questions) {
    super();
    this.#questions = questions;
  }

  override all<K extends EntryKind>(kind: K): ReadonlyMap<string, Located<EntryTypes[K]>> {
    return this.#answers.of(`all ${kind}`, () => this.#questions.all(kind));
  }

  override get<K extends EntryKind>(kind: K, id: string): Located<EntryTypes[K]> | undefined {
    return this.#answers.of(`${kind} ${id}`, () => this.#questions.get(kind, id));
  }

  override get service(): Located<ServiceSource> | undefined {
    return this.#answers.of('service', () => this.#questions.service());
  }

  override names(kind: EntryKind): Names {
    return this.#answers.of(`names ${kind}`, () => this.#questions.names(kind));
  }

  override lost(kind: EntryKind): boolean {
    return this.#answers.of(`lost ${kind}`, () => this.#questions.lost(kind));
  }
}
