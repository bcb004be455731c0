import type { Services } from '#runtime/services.ts';
import { images } from '../handlers/images/job.ts';
import { jobEvents } from '../handlers/jobs/events.ts';
import { Refusal } from './refusal.ts';

/** An event of the outside world, addressed to one resource. */
export interface OutsideEvent {
  readonly machine: string;
  readonly id: string;
  readonly event: string;
}

/** Acts on a resource; false when there is none of this id. */
export type EventReceiver = (services: Services, id: string) => Promise<boolean>;

const receivers: Readonly<Record<string, Readonly<Record<string, EventReceiver>>>> = {
  image_job: jobEvents(images),
};

/** Hands an event to the machine it is meant for. */
export async function deliverEvent(services: Services, { machine, id, event }: OutsideEvent): Promise<void> {
  const events = receivers[machine.replaceAll('-', '_')];
  if (!events) throw new Refusal(400, `No machine is called ${machine}.`);
  const receive = events[event];
  if (!receive)
    throw new Refusal(400, `A ${machine} knows no event ${event}; it knows ${Object.keys(events).join(', ')}.`);
  if (!(await receive(services, id))) throw new Refusal(404, `No ${machine} has the id ${id}.`);
}
