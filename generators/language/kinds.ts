import type { z } from 'zod';
import { catalog } from './catalog.ts';
import { errors } from './errors.ts';
import { host } from './host.ts';
import { limits } from './limits.ts';
import { machine } from './machine.ts';
import { network } from './network.ts';
import { operation } from './operation.ts';
import { price } from './price.ts';
import { protocol } from './protocol.ts';
import { questions } from './questions.ts';
import { scenarios } from './scenarios.ts';
import { schemas } from './schemas.ts';
import { service } from './service.ts';
import { statements } from './statements.ts';
import { webhook } from './webhook.ts';

/** The kinds of spec file by name: their folder and their shape. A kind's name is also the first key of its files. */
export const kinds = {
  service: { folder: '', shape: service },
  host: { folder: 'hosts', shape: host },
  network: { folder: 'networks', shape: network },
  operation: { folder: 'operations', shape: operation },
  schemas: { folder: 'schemas', shape: schemas },
  price: { folder: 'prices', shape: price },
  catalog: { folder: 'catalogs', shape: catalog },
  machine: { folder: 'machines', shape: machine },
  errors: { folder: 'errors', shape: errors },
  limits: { folder: 'limits', shape: limits },
  webhook: { folder: 'webhooks', shape: webhook },
  questions: { folder: 'questions', shape: questions },
  scenarios: { folder: 'scenarios', shape: scenarios },
  protocol: { folder: 'protocol', shape: protocol },
  statements: { folder: 'statements', shape: statements },
} as const satisfies Record<string, { folder: string; shape: z.ZodType }>;

/** Name of a kind of spec file. */
export type Kind = keyof typeof kinds;

/** The content of a file of a kind after validation. */
export type Source<K extends Kind> = z.infer<(typeof kinds)[K]['shape']>;

/** The kind of a file by its folder; `undefined` for any other folder. */
export function kindOf(name: string): Kind | undefined {
  if (name === 'service.yaml') return 'service';
  const folder = name.includes('/') ? name.slice(0, name.indexOf('/')) : undefined;
  return allKinds.find((kind) => kinds[kind].folder === folder);
}

/** Every kind of spec file. */
// Object.keys forgets what it lists; `kinds` is a constant of this module.
export const allKinds = Object.keys(kinds) as Kind[];
