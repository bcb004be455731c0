import { ProbeClient, type ProbeTarget } from './probes/client.ts';
import { lastProbes } from './probes/last.ts';
import { mediaProbes } from './probes/media.ts';
import { moneyMoreProbes } from './probes/money-more.ts';
import { servicesMoreProbes } from './probes/services-more.ts';
import { textProbes } from './probes/text.ts';

const probes = new Map(
  Object.entries({ ...textProbes, ...mediaProbes, ...moneyMoreProbes, ...servicesMoreProbes, ...lastProbes }),
);

/** The ids of the faults that can be probed. */
export const probeIds: string[] = [...probes.keys()];

/** Runs the probe of a fault: true when the gateway behaves rightly. */
export async function runProbe(id: string, target: ProbeTarget): Promise<boolean> {
  const probe = probes.get(id);
  if (probe === undefined) throw new Error(`there is no probe ${id}`);
  return probe(new ProbeClient(target));
}
