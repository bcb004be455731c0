import type { Diagnostics } from '../diagnostics/diagnostic.ts';
import type { Selectable } from '../model/hosts.ts';
import type { ReadableSpec } from '../model/spec.ts';
import { once } from '../once.ts';
import type { CheckContext } from './context.ts';
import { catalogOf } from './environment.ts';
import { Instances } from './instances.ts';

/** The input of checks that read a specification and report to diagnostics. */
export function contextOf(spec: ReadableSpec, diagnostics: Diagnostics, alike: CheckContext['alike']): CheckContext {
  const instances = once((host: Selectable) => new Instances(spec, host));
  return {
    spec,
    diagnostics,
    catalogsRead: new Set(),
    alike,
    instances: (host) => instances(alike(host)),
    catalogs: (id) => {
      const catalog = spec.get('catalog', id);
      return catalog ? catalogOf(catalog.value) : new Map();
    },
  };
}
