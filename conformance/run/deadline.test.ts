import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deadline } from './deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('expires once, after its time and all that it was extended by', () => {
  const expire = vi.fn();
  const deadline = new Deadline(100, expire);
  vi.advanceTimersByTime(90);
  deadline.extend(50);
  vi.advanceTimersByTime(59);
  expect(expire).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(expire).toHaveBeenCalledOnce();
});

test('does not expire once it is cleared, also after it was extended', () => {
  const expire = vi.fn();
  const deadline = new Deadline(100, expire);
  deadline.extend(10);
  deadline.clear();
  vi.advanceTimersByTime(1000);
  expect(expire).not.toHaveBeenCalled();
});
