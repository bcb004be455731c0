import type { Emitter } from '../emitter.ts';
import type { Json, Limit } from '../model/types.ts';
import { createModule } from '../output/module.ts';
import { sourcesOf } from '../output/sources.ts';
import { type Table, tableText } from './typescript/table.ts';

/** Emits the limits on how often callers may call. */
export const limits: Emitter = {
  name: 'limits',
  emit(model) {
    const ids = model.hosts.flatMap((view) => view.limits.map(({ id }) => id));
    const module = createModule(
      'limits.ts',
      'limits',
      sourcesOf(
        model,
        ids.map((id) => `limit/${id}`),
      ),
    );
    const type = module.useType('LimitDefinition', '@tollwright/runtime/operation');
    return [module.print(tableText(model, limitTable, type, ({ summary }) => summary))];
  },
};

/** The table of limits, as hosts refer to it. */
export const limitTable: Table<Limit> = {
  name: 'limits',
  pick: (view) => Object.fromEntries(view.limits.map((limit) => [limit.id, limit])),
  define: definitionOf,
};

function definitionOf({ id, count, window, key, shared, error }: Limit): Json {
  return { id, count, window, key, shared, error };
}
