import type { Emitter } from '../emitter.ts';
import { printJson } from '../output/json.ts';

/** Emits each host's contract: all that the conformance room knows of the service. */
export const contract: Emitter = {
  name: 'contract',
  emit: ({ hosts }) =>
    hosts.map((view) => ({
      path: `contracts/${view.host.id}.json`,
      text: printJson(view),
      host: view.host.id,
    })),
};
