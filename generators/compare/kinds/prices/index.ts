import { operationBecameFree } from './operation-became-free.ts';
import { operationBecamePaid } from './operation-became-paid.ts';
import { operationPriceLowered } from './operation-price-lowered.ts';
import { operationPriceRaised } from './operation-price-raised.ts';
import { priceDescribedAnew } from './price-described-anew.ts';
import { priceDetailsChanged } from './price-details-changed.ts';
import { priceFeeLowered } from './price-fee-lowered.ts';
import { priceFeeRaised } from './price-fee-raised.ts';
import { priceLowered } from './price-lowered.ts';
import { priceLoweredAbove } from './price-lowered-above.ts';
import { priceLoweredForSome } from './price-lowered-for-some.ts';
import { pricePartsRenamed } from './price-parts-renamed.ts';
import { priceRaised } from './price-raised.ts';
import { priceRaisedAbove } from './price-raised-above.ts';
import { priceRaisedForSome } from './price-raised-for-some.ts';
import { priceReserveChanged } from './price-reserve-changed.ts';
import { priceRoundingLowered } from './price-rounding-lowered.ts';
import { priceRoundingRaised } from './price-rounding-raised.ts';
import { priceShiftedDown } from './price-shifted-down.ts';
import { priceShiftedUp } from './price-shifted-up.ts';
import { priceSideAdded } from './price-side-added.ts';
import { priceSideRemoved } from './price-side-removed.ts';
import { priceStatedForFewer } from './price-stated-for-fewer.ts';
import { priceStatedForMore } from './price-stated-for-more.ts';

/** Kinds of change of prices, and of what they are computed from. */
export const prices = [
  operationBecameFree,
  operationBecamePaid,
  operationPriceLowered,
  operationPriceRaised,
  priceDescribedAnew,
  priceDetailsChanged,
  priceFeeLowered,
  priceFeeRaised,
  priceLoweredAbove,
  priceLoweredForSome,
  priceLowered,
  pricePartsRenamed,
  priceRaisedAbove,
  priceRaisedForSome,
  priceRaised,
  priceReserveChanged,
  priceRoundingLowered,
  priceRoundingRaised,
  priceShiftedDown,
  priceShiftedUp,
  priceSideAdded,
  priceSideRemoved,
  priceStatedForFewer,
  priceStatedForMore,
];
