import { didYouMean } from '../diagnostics/suggest.ts';
import { at } from '../model/spec.ts';
import type { Check } from './context.ts';

/** Checks that the fields by which callers ask for pages stand in the query. */
export const checkPages: Check = ({ spec, diagnostics }) => {
  for (const operation of spec.all('operation').values()) {
    const { pages, query } = operation.value;
    if (!pages) continue;
    const schema = typeof query === 'string' ? spec.get('schema', query)?.value : query;
    const names = Object.keys(schema?.properties ?? {});
    for (const key of ['cursor', 'size'] as const) {
      const name = pages[key];
      if (name !== undefined && !names.includes(name))
        diagnostics.suggest('pages-field-unknown', at(operation, ['pages', key]), didYouMean(name, names), name);
    }
  }
};
