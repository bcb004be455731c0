import type { Emitter } from '../emitter.ts';
import { createModule } from '../output/module.ts';
import { sourcesOf } from '../output/sources.ts';

/** Emits each host's conformance suite: a few lines that hand its contract to the conformance room. */
export const suites: Emitter = {
  name: 'suites',
  emit: (model) =>
    model.hosts.map(({ host }) => {
      const module = createModule(`conformance/${host.id}.test.ts`, 'suites', sourcesOf(model, [`host/${host.id}`]));
      module.use('defineSuite', '#conformance/define-suite.ts');
      return { ...module.render('suite.ts', host), host: host.id };
    }),
};
