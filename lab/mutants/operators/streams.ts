import { operationOf, withOperation } from '../edit.ts';
import type { Change, Operator } from '../mutant.ts';

/** Each stream without its final event, and each sent as one response. */
export const streams: Operator = {
  name: 'stream',
  *changes(contract): Generator<Change> {
    for (const rule of contract.rules.filter(({ kind }) => kind === 'stream')) {
      const { id, stream } = operationOf(contract, rule.operation);
      if (!stream) continue;
      const { stream: _, ...whole } = operationOf(contract, id);
      yield { rule, description: 'nothing is streamed', contract: withOperation(contract, id, () => whole) };
      const { done, ...endless } = stream;
      if (done === undefined) continue;
      const changed = withOperation(contract, id, (each) => ({ ...each, stream: endless }));
      yield { rule, description: `the stream does not end with ${done}`, contract: changed };
    }
  },
};
