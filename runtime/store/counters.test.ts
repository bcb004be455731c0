import { describe, expect, test } from 'vitest';
import { createMemoryCounters } from './counters.ts';

describe('counters of one process', () => {
  test('begin a window when the clock is set back', async () => {
    const counters = createMemoryCounters();
    const counts = [100_000, 100_001, 5_000, 5_001].map((now) => counters.count('a', 60_000, now));
    expect(await Promise.all(counts)).toEqual([
      { count: 1, resetsAt: 160_000 },
      { count: 2, resetsAt: 160_000 },
      { count: 1, resetsAt: 65_000 },
      { count: 2, resetsAt: 65_000 },
    ]);
  });

  test('forget those that were not used lately, and keep the others, however many names there are', () => {
    const counters = createMemoryCounters(100);
    const count = async (name: string) => (await counters.count(name, 60_000, 0)).count;
    let last = 0;
    for (let stranger = 0; stranger < 1_000; stranger += 1) {
      counters.count(`stranger ${stranger}`, 60_000, 0);
      if (stranger % 40 === 0) last += 1;
      if (stranger % 40 === 0) counters.count('honest', 60_000, 0);
    }
    return Promise.all([
      expect(count('honest')).resolves.toBe(last + 1),
      expect(count('stranger 0')).resolves.toBe(1),
      expect(count('stranger 999')).resolves.toBe(2),
    ]);
  });
});
