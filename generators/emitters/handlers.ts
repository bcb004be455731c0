import type { Emitter } from '../emitter.ts';
import { createModule } from '../output/module.ts';
import { typeArguments } from './operations/definition.ts';
import { foldersOf } from './typescript/folders.ts';
import { sentence } from './typescript/literal.ts';
import { pascalCase } from './typescript/names.ts';
import { planParts } from './typescript/parts.ts';
import { operationsOf } from './typescript/variants.ts';

/** Emits the type of the handlers that serve the operations. */
export const handlers: Emitter = {
  name: 'handlers',
  emit(model) {
    const operations = operationsOf(model);
    const entities = [...operations.keys()].map((id) => `operation/${id}`);
    const module = createModule('handlers.ts', 'handlers', foldersOf(model, entities));
    const plans = planParts(model);
    const type = module.useType('Handler', '#runtime/operation.ts');
    const served = [...operations].filter(([, [placed]]) => !placed?.value.closed);
    const entries = served.map(([id, [placed]]) => ({
      id,
      name: `${pascalCase(id)}Handler`,
      summary: sentence(placed?.value.summary ?? ''),
      type: `${type}${typeArguments(plans.get(id) ?? [], module, 'unknown')}`,
    }));
    return [module.render('handlers.ts', { entries })];
  },
};
