import type { Arguments, Code } from '../diagnostics/catalogue.ts';
import { Diagnostics } from '../diagnostics/diagnostic.ts';
import { kept } from '../kept.ts';
import type { SourceRange } from '../reader/source.ts';
import type { CheckContext } from './context.ts';
import { contextOf } from './context-of.ts';
import { askedSpec, type Questions, questionsOf } from './questions.ts';

/**
 * A check of one entry that is made anew only where what it asks the specification is answered otherwise than before.
 *
 * Elsewhere its earlier reports are repeated.
 */
export function entryCheck<Entry extends object>(
  check: (context: CheckContext, entry: Entry) => void,
): (context: CheckContext, entry: Entry) => void {
  const found = kept((entry: Entry, questions: Questions) => {
    const diagnostics = new Reports(questions);
    const context = contextOf(askedSpec(questions), diagnostics, questions.alike);
    check(context, entry);
    return { reports: diagnostics.reports, catalogsRead: context.catalogsRead };
  });
  return (context, entry) => {
    const { reports, catalogsRead } = found(entry, questionsOf(context));
    for (const report of reports) report(context.diagnostics);
    for (const id of catalogsRead) context.catalogsRead.add(id);
  };
}

/** Diagnostics that can be repeated. */
class Reports extends Diagnostics {
  readonly reports: ((diagnostics: Diagnostics) => void)[] = [];
  readonly #questions: Questions;

  constructor(questions: Questions) {
    super();
    this.#questions = questions;
  }

  override get failed(): boolean {
    return super.failed || this.#questions.failed();
  }

  override suggest<C extends Code>(
    code: C,
    place: SourceRange,
    suggestion: string | undefined,
    ...details: Arguments<C>
  ): void {
    super.suggest(code, place, suggestion, ...details);
    this.reports.push((diagnostics) => diagnostics.suggest(code, place, suggestion, ...details));
  }
}
