import { catalogAdded } from './catalog-added.ts';
import { catalogColumnChanged } from './catalog-column-changed.ts';
import { catalogEntryAdded } from './catalog-entry-added.ts';
import { catalogEntryExtended } from './catalog-entry-extended.ts';
import { catalogEntryRemoved } from './catalog-entry-removed.ts';
import { catalogEntryRenamed } from './catalog-entry-renamed.ts';
import { catalogEntryRestricted } from './catalog-entry-restricted.ts';
import { catalogEntryStatedOtherwise } from './catalog-entry-stated-otherwise.ts';
import { catalogRateLowered } from './catalog-rate-lowered.ts';
import { catalogRateRaised } from './catalog-rate-raised.ts';
import { catalogRatesShifted } from './catalog-rates-shifted.ts';
import { catalogReadOtherwise } from './catalog-read-otherwise.ts';
import { catalogRemoved } from './catalog-removed.ts';

/** Kinds of change of catalogs. */
export const catalogs = [
  catalogAdded,
  catalogColumnChanged,
  catalogEntryAdded,
  catalogEntryExtended,
  catalogEntryRemoved,
  catalogEntryRenamed,
  catalogEntryRestricted,
  catalogEntryStatedOtherwise,
  catalogRateLowered,
  catalogRateRaised,
  catalogRatesShifted,
  catalogReadOtherwise,
  catalogRemoved,
];
