import { fieldsOf } from '../common/json.ts';
import type { Received } from '../http/exchange.ts';

/**
 * What the events of a stream say about the whole of it, as the fields of a response: its usage and its service tier.
 *
 * An event has them at its top, or in the message or response that it carries; a later one adds to an earlier one. Without
 * any usage the result is `undefined`.
 */
export function streamReport({ events }: Pick<Received, 'events'>): Readonly<Record<string, unknown>> | undefined {
  let report: Readonly<Record<string, unknown>> | undefined;
  for (const { json } of events) {
    const event = fieldsOf(json);
    for (const carrier of [event, fieldsOf(event.message), fieldsOf(event.response)]) {
      const { usage, service_tier: tier } = carrier;
      if (typeof tier === 'string') report = { ...report, service_tier: tier };
      if (Object.keys(fieldsOf(usage)).length > 0)
        report = { ...report, usage: { ...fieldsOf(report?.usage), ...fieldsOf(usage) } };
    }
  }
  return report?.usage === undefined ? undefined : report;
}
