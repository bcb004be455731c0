import type { Emitter } from '../emitter.ts';
import { operationModule } from './operations/module.ts';
import { planParts } from './typescript/parts.ts';
import { operationsOf } from './typescript/variants.ts';

/** Emits one module per operation: its definition, its rules across fields and its prices. */
export const operations: Emitter = {
  name: 'operations',
  emit(model) {
    const plans = planParts(model);
    return [...operationsOf(model)].map(([id, placed]) => operationModule(model, id, placed, plans.get(id) ?? []));
  },
};
