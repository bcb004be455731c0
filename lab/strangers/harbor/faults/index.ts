/** All faults, by id. */
import { arcFaults } from './arc.ts';
import { arcDetailFaults } from './arc-details.ts';
import { assetFaults } from './assets.ts';
import { coreDetailFaults } from './core-details.ts';
import { dataFaults } from './data.ts';
import { imageFaults } from './images.ts';
import type { Fault } from './kit.ts';
import { mediaDetailFaults } from './media-details.ts';
import { paymentFaults } from './payment.ts';
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
];

export function faultById(id: string): Fault {
  const found = FAULTS.find((fault) => fault.id === id);
  if (found === undefined) throw new Error(`no fault ${id}`);
  return found;
}
