import { defaultLifecycles } from '@tollwright/runtime/payment/lifecycles';
import { expect, test } from 'vitest';
import { lifecycles } from '#gateway/built-in.ts';

/** A transition as it can be compared: its guard by what it says of both facts. */
type Way = {
  readonly from: readonly string[];
  readonly on: string;
  readonly to: string;
  readonly effects?: readonly string[];
  readonly guard?: (facts: never) => boolean;
};

function shape(transitions: readonly Way[]) {
  return transitions.map(({ from, on, to, effects = [], guard }) => {
    const asked = [true, false].map((covered) => guard?.({ balance: { covered } } as never) ?? true);
    return { from, on, to, effects, asked };
  });
}

test.each(['stream', 'balance'] as const)(
  'the %s of a gateway whose specification states no machine for it is that of ours',
  (part) => {
    expect(shape(defaultLifecycles[part].transitions)).toEqual(shape(lifecycles[part].transitions));
    expect(defaultLifecycles[part].initial).toBe(lifecycles[part].initial);
  },
);
