import { callsMoreFaults } from './faults/calls-more.ts';
import { lastFaults } from './faults/last.ts';
import { mediaFaults } from './faults/media.ts';
import { paymentFaults } from './faults/payment.ts';
import { servicesMoreFaults } from './faults/services-more.ts';
import { options } from './options.ts';

/** One deliberate break of a sentence of the documents. */
export interface Fault {
  id: string;
  host: 'base' | 'test';
  says: string;
  quote: string;
}

/** Every fault that can be switched on. */
export const faults: Fault[] = [
  ...paymentFaults,
  ...mediaFaults,
  ...servicesMoreFaults,
  ...callsMoreFaults,
  ...lastFaults,
];

/** Whether the process was started with this fault. */
export function on(id: string): boolean {
  return options.faults.includes(id);
}
