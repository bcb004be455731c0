import type { EmittedFile, Emitter } from '../emitter.ts';
import type { Model } from '../model/types.ts';
import { createModule } from '../output/module.ts';
import { operationModule, operationPath } from './operations/module.ts';
import { foldersOf } from './typescript/folders.ts';
import { camelCase } from './typescript/names.ts';
import { planParts } from './typescript/parts.ts';
import { operationsOf } from './typescript/variants.ts';

/** Emits one module per operation, with its rules across fields and its prices, and the list of all. */
export const operations: Emitter = {
  name: 'operations',
  emit(model) {
    const plans = planParts(model);
    const modules = [...operationsOf(model)].map(([id, placed]) =>
      operationModule(model, id, placed, plans.get(id) ?? []),
    );
    return [...modules, indexModule(model)];
  },
};

function indexModule(model: Model): EmittedFile {
  const all = operationsOf(model);
  const sources = foldersOf(
    model,
    [...all.keys()].map((id) => `operation/${id}`),
  );
  const module = createModule('operations/index.ts', 'operations', sources);
  const entries = [...all].map(([id, placed]) => module.use(camelCase(id), operationPath(id, placed)));
  return module.render('operations.ts', { entries });
}
