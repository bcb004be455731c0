import type { Emitter } from '../emitter.ts';
import { catalogs } from './catalogs.ts';
import { client } from './client.ts';
import { contract } from './contract.ts';
import { diagrams } from './diagrams.ts';
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
import { types } from './types.ts';
import { validators } from './validators.ts';

/** Emitters of TypeScript, which is formatted once it is emitted. The first one works beside the others. */
export const moduleEmitters: readonly Emitter[] = [
  types,
  catalogs,
  client,
  errors,
  handlers,
  hostile,
  hosts,
  limits,
  machines,
  operations,
  prices,
  schemas,
  suites,
  validators,
];

/** Emitters of all else, which they lay out themselves. */
export const dataEmitters: readonly Emitter[] = [folder, contract, diagrams, openapi, rules, specLanguage, targets];
