/** All faults of all hosts, by id. */
import { callFaults } from './calls.ts';
import type { Fault } from './fault.ts';
import { imageFaults } from './images.ts';
import { jobFaults } from './jobs.ts';
import { nanoAnswerFaults } from './nano-answers.ts';
import { nanoChainFaults } from './nano-chains.ts';
import { nanoFieldFaults } from './nano-fields.ts';
import { nanoPaymentFaults } from './nano-payments.ts';
import { nanoServiceFaults } from './nano-services.ts';
import { ownerFaults } from './owners.ts';
import { paymentFaults } from './payments.ts';
import { priceFaults } from './prices.ts';
import { requestBodyFaults } from './request-bodies.ts';
import { secondCallFaults } from './second-calls.ts';
import { serviceFaults } from './services.ts';
import { textFaults } from './text.ts';
import { videoFaults } from './videos.ts';

export const faults: Fault[] = [
  ...paymentFaults,
  ...textFaults,
  ...imageFaults,
  ...videoFaults,
  ...serviceFaults,
  ...nanoPaymentFaults,
  ...nanoServiceFaults,
  ...callFaults,
  ...priceFaults,
  ...jobFaults,
  ...ownerFaults,
  ...nanoChainFaults,
  ...nanoAnswerFaults,
  ...secondCallFaults,
  ...requestBodyFaults,
  ...nanoFieldFaults,
];

export function faultNamed(id: string): Fault {
  const fault = faults.find((one) => one.id === id);
  if (!fault) throw new Error(`There is no fault ${id}.`);
  return fault;
}
