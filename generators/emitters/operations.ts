import type { Model } from '../model/types.ts';
import type { EmittedFile } from '../output/emitted-file.ts';
import { printModule } from '../output/module.ts';
import { foldersOf } from '../output/sources.ts';
import { renderCode } from '../output/templating.ts';
import type { Emitter } from './emitter.ts';
import { operationModule } from './operations/module.ts';
import { planParts } from './typescript/parts.ts';
import { operationsOf } from './typescript/variants.ts';

/** Emits the operations, each with its rules across fields and its prices, one module per area. */
export const operations: Emitter = {
  name: 'operations',
  emit(model) {
    const plans = planParts(model);
    const areas = Map.groupBy(operationsOf(model).values(), ([first]) => `operations/${first?.value.area ?? ''}.ts`);
    const modules = [...areas].map(([path, placed]) => operationModule(model, path, placed, plans));
    return [...modules, indexModule(model, [...areas.keys()])];
  },
};

function indexModule(model: Model, paths: readonly string[]): EmittedFile {
  const entities = [...operationsOf(model).keys()].map((id) => `operation/${id}`);
  const modules = paths.toSorted().map((path) => path.replace('operations/', './'));
  const head = { path: 'operations/index.ts', emitter: 'operations', sources: foldersOf(model, entities) };
  return printModule(head, [renderCode('operations.ts', { modules })]);
}
