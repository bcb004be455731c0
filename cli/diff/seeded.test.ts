import { describe, expect, test } from 'vitest';
import { foundOf, readSeeded } from './testing/seeded.ts';
import { unproven } from './testing/unproven.ts';
import { holds } from './verify.ts';

// `npm run bench -- releases` makes each change alone; here they are made together, so that the specification is read twice.
describe('changes of the real specification', () => {
  test('are a hundred, of which thirty change nothing', () => {
    expect(['changes', 'engines', 'rewrites'].flatMap(readSeeded).length).toBe(100);
    expect(readSeeded('rewrites').filter(({ expect: found }) => found.length === 0).length).toBe(30);
  });

  test.each(['changes', 'engines'])(
    'are found with their levels and real witnesses, and nothing else: %s',
    async (name) => {
      const changes = readSeeded(name);
      const { names, report, sides } = await foundOf(changes);
      expect(names).toEqual([...new Set(changes.flatMap((change) => change.expect))].sort());
      for (const { kind, witness } of report.changes) if (witness) expect(holds(witness, ...sides), kind).toBe(true);
      expect(unproven(report.changes, ...sides)).toEqual([]);
    },
  );

  test('are none where only the words differ', async () => {
    expect((await foundOf(readSeeded('rewrites'))).report.changes).toEqual([]);
  });
});
