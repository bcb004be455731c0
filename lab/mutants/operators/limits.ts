import type { Limit } from '#conformance/contract/contract.ts';
import type { Change, Operator } from '../mutant.ts';

/** Each limit one off on each side, with another window, and counted for other callers or operations. */
export const limits: Operator = {
  name: 'limit',
  *changes(contract): Generator<Change> {
    for (const limit of contract.limits) {
      for (const rule of contract.rules.filter(({ kind, subject }) => kind === 'limit' && subject === limit.id)) {
        for (const [description, changed] of othersThan(limit)) {
          // A limit of its own for one operation, so that one rule fails and no other.
          const id = `${rule.operation} ${limit.id}`;
          const rest = limit.operations.filter((each) => each !== rule.operation);
          const own = { ...changed, id, operations: [rule.operation ?? ''] };
          const others = contract.limits.map((each) => (each === limit ? { ...limit, operations: rest } : each));
          yield {
            rule,
            description: `${limit.id}: ${description}`,
            contract: { ...contract, limits: [...others, own] },
          };
        }
      }
    }
  },
};

function othersThan(limit: Limit): readonly (readonly [string, Limit])[] {
  return [
    ['one call more', { ...limit, count: limit.count + 1 }],
    ['one call less', { ...limit, count: limit.count - 1 }],
    ...(limit.sides.includes('none') ? [] : [noLimit(limit)]),
    ['a window of twice the length', { ...limit, window: limit.window * 2 }],
    ['a window of half the length', { ...limit, window: Math.ceil(limit.window / 2) }],
  ];
}

function noLimit(limit: Limit): readonly [string, Limit] {
  return ['no limit', { ...limit, count: Number.MAX_SAFE_INTEGER }];
}
