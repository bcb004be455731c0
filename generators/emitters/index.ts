import type { Emitter } from '../emitter.ts';
import { contract } from './contract.ts';
import { folder } from './folder.ts';
import { openapi } from './openapi.ts';
import { rules } from './rules.ts';
import { schemas } from './schemas.ts';
import { specLanguage } from './spec-language.ts';
import { suites } from './suites.ts';
import { targets } from './targets.ts';
import { types } from './types.ts';

/** Every emitter, in the order in which their files are listed. */
export const emitters: readonly Emitter[] = [
  folder,
  contract,
  openapi,
  rules,
  schemas,
  specLanguage,
  suites,
  targets,
  types,
];
