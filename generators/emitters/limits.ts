import type { Json, Limit } from '../model/types.ts';
import { typeSymbol } from '../output/code.ts';
import { printModule } from '../output/module.ts';
import { sourcesOf } from '../output/sources.ts';
import type { Emitter } from './emitter.ts';
import { type Table, tableCode } from './typescript/table.ts';

/** Emits the limits on how often callers may call. */
export const limits: Emitter = {
  name: 'limits',
  emit(model) {
    const ids = model.hosts.flatMap((view) => view.limits.map(({ id }) => id));
    const sources = sourcesOf(
      model,
      ids.map((id) => `limit/${id}`),
    );
    const type = typeSymbol('LimitDefinition', '@tollwright/runtime/operation/host');
    const table = tableCode(model, limitTable, type, ({ summary }) => summary);
    return [printModule({ path: 'limits.ts', emitter: 'limits', sources }, table)];
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
