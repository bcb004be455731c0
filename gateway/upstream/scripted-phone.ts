import { type Directed, numberOr, refuse } from './direct.ts';
import type { PhoneUpstream } from './phone-port.ts';
import type { Direction, Script } from './script.ts';
import { delay, deliver, readTicket, writeTicket } from './simulated/call.ts';

/** Seconds by which a slow call is late. */
const slowCall = 60;

/** Carriers under direction. */
export function scriptedPhone(inner: PhoneUpstream, directed: Directed, script: Script): PhoneUpstream {
  return {
    async lookupPhone(phoneNumber, occasion) {
      const direction = await directed(occasion);
      return isEmpty(direction) ? {} : inner.lookupPhone(phoneNumber, occasion);
    },
    async lookupFraud(phoneNumber, occasion) {
      const direction = await directed(occasion);
      return isEmpty(direction) ? {} : inner.lookupFraud(phoneNumber, occasion);
    },
    async buyNumber(ask, occasion) {
      const direction = await directed(occasion);
      return isEmpty(direction) ? undefined : inner.buyNumber(ask, occasion);
    },
    async renewNumber(phoneNumber, occasion) {
      await directed(occasion);
      return inner.renewNumber(phoneNumber, occasion);
    },
    async releaseNumber(phoneNumber, occasion) {
      await directed(occasion);
      return inner.releaseNumber(phoneNumber, occasion);
    },
    async confirmNumbers(phoneNumbers, occasion) {
      const direction = await directed(occasion);
      return isEmpty(direction) ? [] : inner.confirmNumbers(phoneNumbers, occasion);
    },
    async startCall(ask, occasion) {
      const direction = script.take(occasion.route);
      if (direction !== undefined && direction.detail.stage !== 'run') refuse(direction);
      const ticket = await inner.startCall(ask, occasion);
      return direction === undefined ? ticket : redirected(ticket, direction, occasion.now);
    },
    async checkCall(ticket, occasion) {
      await directed(occasion);
      return inner.checkCall(ticket, occasion);
    },
  };
}

function isEmpty(direction: Direction | undefined): boolean {
  return direction?.outcome === 'empty';
}

/** A call that was accepted and goes the way of its direction. */
function redirected(text: string, { outcome, detail }: Direction, now: number): string {
  const ticket = readTicket(text);
  if (outcome === 'slow') return writeTicket(delay(ticket, numberOr(detail.seconds, slowCall)));
  if (detail.stage !== 'run') return text;
  return writeTicket(deliver(ticket, 'ended', { ended_by: 'ERROR', status: 'error' }, now));
}
