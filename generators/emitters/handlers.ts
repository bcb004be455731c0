import { namespace, typeSymbol } from '../output/code.ts';
import { printModule } from '../output/module.ts';
import { renderCode } from '../output/templating.ts';
import type { Emitter } from './emitter.ts';

/** Emits the type of the handlers that serve the operations. */
export const handlers: Emitter = {
  name: 'handlers',
  emit() {
    const body = renderCode('handlers.ts', {
      HandlersOf: typeSymbol('HandlersOf', '@tollwright/runtime/operation/define'),
      operations: namespace('operations', 'operations/index.ts', 'types'),
      Client: typeSymbol('Client', 'client/client.ts'),
    });
    return [printModule({ path: 'handlers.ts', emitter: 'handlers', sources: [] }, [body])];
  },
};
