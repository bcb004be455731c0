import type { AnyKind } from '../kind.ts';
import { answers } from './answers/index.ts';
import { catalogs } from './catalogs/index.ts';
import { errors } from './errors/index.ts';
import { hosts } from './hosts/index.ts';
import { limits } from './limits/index.ts';
import { machines } from './machines/index.ts';
import { operations } from './operations/index.ts';
import { prices } from './prices/index.ts';
import { questions } from './questions/index.ts';
import { requests } from './requests/index.ts';
import { responses } from './responses/index.ts';
import { rules } from './rules/index.ts';
import { scenarios } from './scenarios/index.ts';
import { service } from './service/index.ts';
import { verdicts } from './verdicts/index.ts';

/** Every kind of change, area by area. */
export const kinds: readonly AnyKind[] = [
  ...service,
  ...questions,
  ...hosts,
  ...verdicts,
  ...operations,
  ...requests,
  ...responses,
  ...rules,
  ...prices,
  ...machines,
  ...answers,
  ...errors,
  ...limits,
  ...catalogs,
  ...scenarios,
];
