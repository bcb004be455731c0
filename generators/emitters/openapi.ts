import type { Emitter } from '../emitter.ts';
import { printJson } from '../output/json.ts';
import { describe } from './openapi/description.ts';

/** Emits each host's OpenAPI 3.1 description. */
export const openapi: Emitter = {
  name: 'openapi',
  emit: ({ hosts }) =>
    hosts.map((view) => ({
      path: `openapi/${view.host.id}.json`,
      text: printJson(describe(view)),
      host: view.host.id,
    })),
};
