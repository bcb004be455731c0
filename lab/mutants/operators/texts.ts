import type { Json } from '#conformance/contract/contract.ts';
import { changeAt, fieldName, rulesOf } from '../keyword-changes.ts';
import type { Operator } from '../mutant.ts';
import { replacing, without } from '../schema-edit.ts';

/** Each pattern without its first or its last anchor, and each pattern and format dropped. */
export const texts: Operator = {
  name: 'text',
  *changes(contract) {
    for (const rule of rulesOf(contract, 'pattern', 'format')) {
      const keyword = rule.schema?.keyword ?? '';
      const name = fieldName(rule);
      yield* changeAt(contract, rule, `\`${keyword}\` of \`${name}\` is ignored`, without(keyword));
      if (keyword !== 'pattern') continue;
      yield* changeAt(contract, rule, `\`${name}\` may begin with anything`, replacing('pattern', openedAtStart));
      yield* changeAt(contract, rule, `\`${name}\` may end with anything`, replacing('pattern', openedAtEnd));
    }
  },
};

function openedAtStart(pattern: Json): string | undefined {
  return typeof pattern === 'string' && pattern.startsWith('^') ? pattern.slice(1) : undefined;
}

function openedAtEnd(pattern: Json): string | undefined {
  return typeof pattern === 'string' && pattern.endsWith('$') ? pattern.slice(0, -1) : undefined;
}
