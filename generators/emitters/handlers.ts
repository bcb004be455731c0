import type { Emitter } from '../emitter.ts';
import { namespace, typeSymbol } from '../output/code.ts';
import { print } from '../output/code-tree.ts';
import { printModule } from '../output/module.ts';
import { renderCode } from '../templating.ts';
import { resultOf } from './client-waits.ts';
import { literal } from './typescript/literal.ts';
import { operationsOf } from './typescript/variants.ts';

/** Emits the type of the handlers that serve the operations, and of what they return. */
export const handlers: Emitter = {
  name: 'handlers',
  emit(model) {
    const answers = [...operationsOf(model)]
      .filter(([, [first]]) => first?.value.closed === undefined)
      .map(([id, placed]) => ({ id: literal(id), type: resultOf(placed) }))
      // What is not stated may be anything.
      .filter(({ type }) => print(type) !== 'unknown');
    const body = renderCode('handlers.ts', {
      HandlersOf: typeSymbol('HandlersOf', '@tollwright/runtime/operations'),
      operations: namespace('operations', 'operations/index.ts', 'types'),
      answers,
    });
    return [printModule({ path: 'handlers.ts', emitter: 'handlers', sources: [] }, [body])];
  },
};
