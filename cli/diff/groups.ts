import Fraction from 'fraction.js';
import { decimalText } from '#conformance/oracle/exact.ts';
import type { Level, Reader } from '#generators/compare/change.ts';
import { count } from '../diagnostics.ts';
import { levels, type ReportedChange, worst } from './report.ts';

/** Changes with one cause, which a report shows as one entry. */
export interface ChangeGroup {
  /** One sentence without a full stop. */
  readonly headline: string;
  /** The strictest level of its changes for the chosen readers. */
  readonly level: Level;
  /** The changes, the one that concerns most operations first. */
  readonly changes: readonly [ReportedChange, ...ReportedChange[]];
}

/**
 * Groups changes by their cause: the strictest level first, then what concerns most operations.
 *
 * `all` has further changes, which may be the cause of these.
 */
export function groupsOf(
  changes: readonly ReportedChange[],
  chosen: readonly Reader[],
  all: readonly ReportedChange[] = changes,
): readonly ChangeGroup[] {
  const byCause = Map.groupBy(changes, (change) => {
    const { shift, cause = change } = change;
    return shift?.constants ? `${shift.constants.join()} ${shift.way}` : cause;
  });
  const rank = ({ level }: ChangeGroup) => levels.indexOf(level);
  return [...byCause.values()]
    .flatMap((own) => {
      const [first, ...more] = own.toSorted((one, other) => operationsOf(other) - operationsOf(one));
      if (!first) return [];
      const level = levels.find((each) => own.some((change) => worst(change, chosen) === each)) ?? 'compatible';
      const headline = more.length > 0 && first.shift ? priceHeadline([first, ...more], all) : first.sentence;
      return [{ headline, level, changes: [first, ...more] as const }];
    })
    .toSorted((one, other) => rank(one) - rank(other) || concerned(other) - concerned(one));
}

function concerned({ changes }: ChangeGroup): number {
  return changes.reduce((sum, change) => sum + operationsOf(change), 0);
}

/** The number of operations that a change concerns. */
function operationsOf({ operations }: ReportedChange): number {
  return operations?.length ?? 1;
}

/** One sentence for all prices that a constant moves: how far, and which call moves most. */
function priceHeadline(group: readonly [ReportedChange, ...ReportedChange[]], all: readonly ReportedChange[]): string {
  const shifts = group.flatMap(({ shift }) => shift ?? []);
  const ends = shifts.flatMap(({ least, most }) => [new Fraction(least), new Fraction(most)]);
  const [lowest, ...higher] = ends.toSorted((one, other) => one.compare(other)).map(decimalText);
  const highest = higher.at(-1);
  const by = lowest === highest ? `${lowest} USD` : `${lowest} to ${highest} USD`;
  const largest = group.find(({ shift }) => shift && decimalText(new Fraction(shift.most)) === highest) ?? group[0];
  const { constants = [], way } = shifts[0] ?? {};
  const causes = constants.map((name) => {
    const changed = all.find(({ kind, sentence }) => kind === 'constant-changed' && sentence.includes(`\`${name}\``));
    return changed?.sentence ?? `The constant \`${name}\` changed`;
  });
  const operations = new Set(group.flatMap(({ operations: own, shift }) => own ?? shift?.largest.operation ?? []));
  const rise = way === 'less' ? 'fall' : 'rise';
  return (
    `${causes.join('; ')}: ${count(group.length, 'price')} of ${count(operations.size, 'operation')} ${rise} by ${by}; ` +
    `the largest ${rise} is of ${largestText(largest)}`
  );
}

/** The call whose cost moves most: its operation, both amounts, and the value of its input. */
function largestText({ shift, figure }: ReportedChange): string {
  if (!shift) return 'a call';
  const { operation, before, after } = shift.largest;
  const distance = (point: { readonly before: number; readonly after: number }) => Math.abs(point.after - point.before);
  const far = figure?.points.toSorted((one, other) => distance(other) - distance(one))[0];
  const input = figure && far ? `, where \`${figure.input}\` is ${far.at}${figure.unit ? ` ${figure.unit}` : ''}` : '';
  return `\`${operation}\` from ${before} to ${after} USD${shift.least === shift.most ? '' : input}`;
}
