import type { Emitter } from '../emitter.ts';
import { createModule } from '../output/module.ts';

/** Emits the type of the handlers that serve the operations. */
export const handlers: Emitter = {
  name: 'handlers',
  emit() {
    const module = createModule('handlers.ts', 'handlers', []);
    module.useType('HandlersOf', '@tollwright/runtime/operations');
    module.useAll('operations', 'operations/index.ts', 'type');
    return [module.render('handlers.ts', {})];
  },
};
