import { lastFaults } from './faults/last.ts';
import { mediaFaults } from './faults/media.ts';
import { moneyMoreFaults } from './faults/money-more.ts';
import { servicesMoreFaults } from './faults/services-more.ts';
import { textFaults } from './faults/text.ts';

/** A single wrong behaviour that can be switched on at the start. */
export interface Fault {
  id: string;
  host: string;
  says: string;
  quote: string;
}

/** Every fault that `--fault` takes. */
export const faults: Fault[] = [
  ...textFaults,
  ...mediaFaults,
  ...moneyMoreFaults,
  ...servicesMoreFaults,
  ...lastFaults,
];

let active = '';

/** Switches one fault on; false when there is none with this id. */
export function activate(id: string): boolean {
  if (!faults.some((fault) => fault.id === id)) return false;
  active = id;
  return true;
}

/** True when the gateway was started with this fault. */
export function on(id: string): boolean {
  return active === id;
}
