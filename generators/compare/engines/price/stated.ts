import type { Price } from '../../../model/types.ts';
import type { KindResult } from '../../kind.ts';
import { clausesOf, noMeaning } from '../formulas/clauses.ts';

/** Whether the documents now state the amounts of fewer or more calls, or of none. */
export function* statedFound(way: 'fewer' | 'more', before: Price, after: Price): Generator<KindResult> {
  const [was, is] = [before, after].map(({ when }) => (when ? clausesOf([{ must: when }], noMeaning) : '[]'));
  if (was !== undefined && was === is) {
    yield { same: ['when'], by: 'algebra' };
    return;
  }
  // Conditions of which neither contains the other count as fewer, since some calls are left out.
  const more = is !== undefined && was !== undefined && parts(is).every((clause) => parts(was).includes(clause));
  if ((way === 'more') !== more) return;
  const [old, now] = [before, after].map(({ when }) => (when ? `where \`${when.text}\`` : 'everywhere'));
  yield { sentence: `The amounts of \`${after.id}\` are stated ${now} instead of ${old}` };
}

function parts(clauses: string): readonly string[] {
  return JSON.parse(clauses);
}
