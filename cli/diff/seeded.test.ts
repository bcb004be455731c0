import { describe, expect, test } from 'vitest';
import { foundOf, readSeeded } from './testing/seeded.ts';

// `npm run bench -- seeded` makes each change alone; here they are made together, so that the specification is read twice.
describe('changes of the real specification', () => {
  test.each(['changes', 'engines'])('are found, and nothing else: %s', (name) => {
    const changes = readSeeded(name);
    const { names, report } = foundOf(changes);
    expect(names).toEqual([...new Set(changes.flatMap((change) => change.expect))].sort());
    for (const { levels, witness, rules } of report.changes) {
      if (Object.values(levels).includes('breaking')) expect(witness ?? rules[0]).toBeDefined();
    }
  });

  test('are none where only the words differ', () => {
    expect(foundOf(readSeeded('rewrites')).report.changes).toEqual([]);
  });
});
