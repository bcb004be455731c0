import type { Services } from '../pipeline/services.ts';
import { ControlError } from './control-error.ts';
import type { Fields } from './fields.ts';

/** Applies an external event to a resource; returns false when no resource has this id. */
export type EventReceiver = (
  services: Services,
  id: string,
  detail: Readonly<Record<string, unknown>>,
) => Promise<boolean>;

/** Receivers of events, by machine and by event. */
export type EventReceivers = Readonly<Record<string, Readonly<Record<string, EventReceiver>>>>;

/** Delivers an event to the machine that it names. */
export async function deliverEvent(receivers: EventReceivers, services: Services, body: Fields): Promise<void> {
  const [machine, id, event] = [body.text('machine'), body.text('id'), body.text('event')];
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
  if (!(await receive(services, id, body.detail())))
    throw new ControlError(404, `id: no ${machine} has the id "${id}".`);
}
