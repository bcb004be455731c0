/** All faults, by id. */
import { arcFaults } from './arc.ts';
import { assetFaults } from './assets.ts';
import { blindArcFaults } from './blind-arc.ts';
import { blindCoreFaults } from './blind-core.ts';
import { blindMediaFaults } from './blind-media.ts';
import { blindServiceFaults } from './blind-services.ts';
import { dataFaults } from './data.ts';
import { imageFaults } from './images.ts';
import type { Fault } from './kit.ts';
import { paymentFaults } from './payment.ts';
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
  ...blindCoreFaults,
  ...blindMediaFaults,
  ...blindServiceFaults,
  ...blindArcFaults,
];

export function faultById(id: string): Fault {
  const found = FAULTS.find((fault) => fault.id === id);
  if (found === undefined) throw new Error(`no fault ${id}`);
  return found;
}
