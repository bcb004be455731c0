import { symbol } from '../output/code.ts';
import { printModule } from '../output/module.ts';
import { sourcesOf } from '../output/sources.ts';
import { renderCode } from '../output/templating.ts';
import type { Emitter } from './emitter.ts';
import { lineComment } from './typescript/literal.ts';

/** Emits each host's conformance suite: a few lines that hand its contract to the conformance room. */
export const suites: Emitter = {
  name: 'suites',
  emit: (model) =>
    model.hosts.map(({ host }) => {
      const { id, title } = host;
      const head = { path: `conformance/${id}.test.ts`, emitter: 'suites', sources: sourcesOf(model, [`host/${id}`]) };
      const comment = lineComment(`${title}. Runs against the deployment whose target file TOLLWRIGHT_TARGET names.`);
      const defineSuite = symbol('defineSuite', 'tollwright/define-suite');
      return { ...printModule(head, [renderCode('suite.ts', { id, comment, defineSuite })]), host: id };
    }),
};
