import { options } from './options.ts';
import { callsMoreProbes } from './probes/calls-more.ts';
import { ProbeClient } from './probes/client.ts';
import { lastProbes } from './probes/last.ts';
import { mediaProbes } from './probes/media.ts';
import { paymentProbes } from './probes/payment.ts';
import { servicesMoreProbes } from './probes/services-more.ts';

/** Whether the gateway behaves rightly where this fault would show. All its state is dropped first. */
export async function runProbe(id: string, client: ProbeClient): Promise<boolean> {
  const probe = paymentProbes[id] ?? mediaProbes[id] ?? servicesMoreProbes[id] ?? callsMoreProbes[id] ?? lastProbes[id];
  if (!probe) throw new Error(`there is no probe ${id}`);
  await client.reset();
  return probe(client);
}

/** Run the probe of the command line. Exit code 0: the gateway behaves rightly; 1: it does not; 2: the probe broke. */
export async function probeFromOptions(): Promise<number> {
  const client = new ProbeClient({
    url: options.url,
    control: options.control,
    token: options.token,
    payerKey: process.env.PAYER_KEY ?? '',
    otherKey: process.env.OTHER_KEY ?? '',
  });
  try {
    return (await runProbe(options.probe, client)) ? 0 : 1;
  } catch (error) {
    console.error(error);
    return 2;
  }
}
