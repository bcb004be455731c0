import type { ProtocolCheck } from '../../check/family.ts';
import { modelEntries } from './catalog.models.entries.ts';
import { modelFormats } from './catalog.models.formats.ts';
import { pricesCharged } from './catalog.prices.charged.ts';
import { pricesQuoted } from './catalog.prices.quoted.ts';
import { pricingLongContext } from './catalog.pricing.long-context.ts';
import { symbolsFiltered } from './catalog.symbols.filtered.ts';
import { videoEntries } from './catalog.video.entries.ts';

/** The checks of what catalogs say about each of their entries. */
export const catalogChecks: readonly ProtocolCheck[] = [
  modelEntries,
  modelFormats,
  pricesCharged,
  pricesQuoted,
  pricingLongContext,
  symbolsFiltered,
  videoEntries,
];
