import { arcCombinationFaults } from './arc-combinations.ts';
import { arcDetailFaults } from './arc-details.ts';
/** All faults, by id. */
import { arcFaults } from './arc.ts';
import { assetFaults } from './assets.ts';
import { coreCombinationFaults } from './core-combinations.ts';
import { coreDetailFaults } from './core-details.ts';
import { dataFaults } from './data.ts';
import { imageFaults } from './images.ts';
import type { Fault } from './kit.ts';
import { mediaCombinationFaults } from './media-combinations.ts';
import { mediaDetailFaults } from './media-details.ts';
import { paymentFaults } from './payment.ts';
import { serviceCombinationFaults } from './services-combinations.ts';
import { serviceDetailFaults } from './services-details.ts';
import { textFaults } from './text.ts';
import { videoFaults } from './video.ts';

export const FAULTS: readonly Fault[] = [
  ...paymentFaults,
  ...textFaults,
  ...imageFaults,
  ...videoFaults,
  ...assetFaults,
  ...dataFaults,
  ...arcFaults,
  ...coreDetailFaults,
  ...mediaDetailFaults,
  ...serviceDetailFaults,
  ...arcDetailFaults,
  ...coreCombinationFaults,
  ...mediaCombinationFaults,
  ...serviceCombinationFaults,
  ...arcCombinationFaults,
];

export function faultById(id: string): Fault {
  const found = FAULTS.find((fault) => fault.id === id);
  if (found === undefined) throw new Error(`no fault ${id}`);
  return found;
}
