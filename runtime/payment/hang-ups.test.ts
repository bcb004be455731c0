import { describe, expect, test } from 'vitest';
import { createHangUps } from './hang-ups.ts';

describe('createHangUps', () => {
  test('leaves ten an hour to each payer, and a thousand to all', () => {
    let now = 0;
    const { isFree } = createHangUps({ now: () => now });
    const freeOf = (payer: string, times: number) => Array.from({ length: times }, () => isFree(payer)).filter(Boolean);
    expect(freeOf('a', 15)).toHaveLength(10);
    for (let payer = 1; payer < 99; payer += 1) expect(freeOf(`${payer}`, 10)).toHaveLength(10);
    expect(freeOf('b', 15)).toHaveLength(10);
    expect(freeOf('c', 15)).toHaveLength(0);
    now = 60 * 60 * 1000;
    expect(freeOf('a', 15)).toHaveLength(10);
  });

  test('begins a window when the clock is set back', () => {
    let now = 10 * 60 * 60 * 1000;
    const { isFree } = createHangUps({ now: () => now });
    while (isFree('a'));
    now = 0;
    expect(isFree('a')).toBe(true);
  });
});
