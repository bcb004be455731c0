import type { Direction, Script } from '@tollwright/runtime/operation/script';
import { type Director, numberOr, refuse } from '@tollwright/runtime/upstream/direct';
import type { PhoneUpstream } from '../phone-port.ts';
import { delay, deliver, readTicket, writeTicket } from '../simulated/call.ts';

/** Seconds by which a slow call is late. */
const slowCall = 60;

/** Carriers with scripted outcomes. */
export function scriptedPhone(inner: PhoneUpstream, directed: Director, script: Script): PhoneUpstream {
  return {
    async lookupPhone(phoneNumber, context) {
      const direction = await directed(context);
      return isEmpty(direction) ? {} : inner.lookupPhone(phoneNumber, context);
    },
    async lookupFraud(phoneNumber, context) {
      const direction = await directed(context);
      return isEmpty(direction) ? {} : inner.lookupFraud(phoneNumber, context);
    },
    async buyNumber(request, context) {
      const direction = await directed(context);
      return isEmpty(direction) ? undefined : inner.buyNumber(request, context);
    },
    cancelOrder: (id, context) => inner.cancelOrder(id, context),
    async renewNumber(phoneNumber, context) {
      await directed(context);
      return inner.renewNumber(phoneNumber, context);
    },
    async releaseNumber(phoneNumber, context) {
      await directed(context);
      return inner.releaseNumber(phoneNumber, context);
    },
    async confirmNumbers(phoneNumbers, context) {
      const direction = await directed(context);
      return isEmpty(direction) ? [] : inner.confirmNumbers(phoneNumbers, context);
    },
    async startCall(request, context) {
      const direction = script.take(context.route);
      if (direction !== undefined && direction.detail.stage !== 'run') refuse(direction);
      const ticket = await inner.startCall(request, context);
      return direction === undefined ? ticket : redirected(ticket, direction, context.now);
    },
    async checkCall(ticket, context) {
      await directed(context);
      return inner.checkCall(ticket, context);
    },
  };
}

function isEmpty(direction: Direction | undefined): boolean {
  return direction?.outcome === 'empty';
}

/** Rewrites the ticket of an accepted call for a scripted outcome. */
function redirected(text: string, { outcome, detail }: Direction, now: number): string {
  const ticket = readTicket(text);
  if (outcome === 'slow') return writeTicket(delay(ticket, numberOr(detail.seconds, slowCall)));
  if (detail.stage !== 'run') return text;
  return writeTicket(deliver(ticket, 'ended', { ended_by: 'ERROR', status: 'error' }, now));
}
