import { catalogs } from './catalogs.ts';
import { client } from './client.ts';
import { contract } from './contract.ts';
import { diagrams } from './diagrams.ts';
import type { Emitter } from './emitter.ts';
import { errors } from './errors.ts';
import { folder } from './folder.ts';
import { handlers } from './handlers.ts';
import { hostile } from './hostile.ts';
import { hosts } from './hosts.ts';
import { limits } from './limits.ts';
import { machines } from './machines.ts';
import { openapi } from './openapi.ts';
import { operations } from './operations.ts';
import { prices } from './prices.ts';
import { rules } from './rules.ts';
import { schemas } from './schemas.ts';
import { specLanguage } from './spec-language.ts';
import { suites } from './suites.ts';
import { targets } from './targets.ts';
import { transport } from './transport.ts';
import { types } from './types.ts';
import { validators } from './validators.ts';

/** Every emitter; the first one works in a thread of its own, beside the others. */
export const emitters: readonly Emitter[] = [
  types,
  catalogs,
  client,
  contract,
  diagrams,
  errors,
  folder,
  handlers,
  hostile,
  hosts,
  limits,
  machines,
  openapi,
  operations,
  prices,
  rules,
  schemas,
  specLanguage,
  suites,
  targets,
  transport,
  validators,
];
