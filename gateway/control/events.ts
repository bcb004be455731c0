import type { Services } from '@tollwright/runtime/services';
import { realfaceEvents } from '../handlers/characters/group.ts';
import { images } from '../handlers/images/job.ts';
import { jobEvents } from '../handlers/jobs/events.ts';
import { voiceCallEvents } from '../handlers/phone/call.ts';
import { backgroundEvents } from '../handlers/text/background/events.ts';
import { videos } from '../handlers/video/job.ts';
import { Refusal } from './refusal.ts';

/** An event of the outside world, addressed to one resource. */
export interface OutsideEvent {
  readonly machine: string;
  readonly id: string;
  readonly event: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Acts on a resource; false when there is none of this id. */
export type EventReceiver = (
  services: Services,
  id: string,
  detail: Readonly<Record<string, unknown>>,
) => Promise<boolean>;

const receivers: Readonly<Record<string, Readonly<Record<string, EventReceiver>>>> = {
  background_response: backgroundEvents,
  image_job: jobEvents(images),
  realface: realfaceEvents,
  voice_call: voiceCallEvents,
  video_job: jobEvents(videos),
};

/** Hands an event to the machine it is meant for. */
export async function deliverEvent(services: Services, { machine, id, event, detail }: OutsideEvent): Promise<void> {
  const events = receivers[machine.replaceAll('-', '_')];
  if (!events) throw new Refusal(400, `No machine is called ${machine}.`);
  const receive = events[event];
  if (!receive)
    throw new Refusal(400, `A ${machine} knows no event ${event}; it knows ${Object.keys(events).join(', ')}.`);
  if (!(await receive(services, id, detail))) throw new Refusal(404, `No ${machine} has the id ${id}.`);
}
