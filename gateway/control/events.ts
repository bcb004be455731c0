import type { Services } from '@tollwright/runtime/services';
import { realfaceEvents } from '../handlers/characters/group.ts';
import { images } from '../handlers/images/job.ts';
import { jobEvents } from '../handlers/jobs/events.ts';
import { voiceCallEvents } from '../handlers/phone/call.ts';
import { backgroundEvents } from '../handlers/text/background/events.ts';
import { videos } from '../handlers/video/job.ts';
import { ControlError } from './control-error.ts';

/** An external event, addressed to one resource. */
export interface OutsideEvent {
  readonly machine: string;
  readonly id: string;
  readonly event: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Applies an event to a resource; false when no resource has this id. */
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

/** Delivers an event to the machine that it names. */
export async function deliverEvent(services: Services, { machine, id, event, detail }: OutsideEvent): Promise<void> {
  const name = machine.replaceAll('-', '_');
  const events = Object.hasOwn(receivers, name) ? receivers[name] : undefined;
  if (!events)
    throw new ControlError(
      400,
      `machine: unknown machine "${machine}"; expected one of ${Object.keys(receivers).join(', ')}.`,
    );
  const receive = Object.hasOwn(events, event) ? events[event] : undefined;
  if (!receive)
    throw new ControlError(
      400,
      `event: unknown event "${event}" of ${machine}; expected one of ${Object.keys(events).join(', ')}.`,
    );
  if (!(await receive(services, id, detail))) throw new ControlError(404, `id: no ${machine} has the id "${id}".`);
}
