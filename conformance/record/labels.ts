import type { RecordedCall } from './activity.ts';
import type { Row } from './table.ts';

/** The texts that name the operations in the rows, by operation: from the column whose values differ as the operations do. */
export function operationLabels(rows: readonly Row[], calls: readonly RecordedCall[]): ReadonlyMap<string, string> {
  const sizes = [...Map.groupBy(calls, ({ operation }) => operation.id)];
  const paths = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  for (const path of paths) {
    const texts = [...new Set(rows.flatMap((row) => row.get(path) ?? []))];
    const named = sizes.flatMap(([id, [first]]) => {
      const template = first?.operation.template ?? '';
      const text = texts.find((each) => each === template || each.endsWith(` ${template}`) || template.endsWith(each));
      return text === undefined ? [] : [[id, text] as const];
    });
    if (named.length * 2 > sizes.length && new Set(named.map(([, text]) => text)).size === named.length)
      return new Map(named);
  }
  return new Map();
}
