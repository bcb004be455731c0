import { accountBilling } from './account-billing.ts';
import { accountDecide } from './account-decide.ts';
import { accountDetails } from './account-details.ts';
import { accountServices } from './account-services.ts';
import { accountProbes } from './account.ts';
import { baseAnswers } from './base-answers.ts';
import { baseData } from './base-data.ts';
import { baseDetails } from './base-details.ts';
import { baseMediaRules } from './base-media-rules.ts';
import { baseMedia } from './base-media.ts';
import { basePaymentRules } from './base-payment-rules.ts';
import { basePayment } from './base-payment.ts';
import { baseServices } from './base-services.ts';
import { Client } from './client.ts';

/** A probe tells whether the sentence holds. Exit code 0: healthy; 1: the fault is there; 2: no such probe. */
export type Probe = (c: Client) => Promise<boolean>;
const probes: Record<string, Probe> = {
  ...basePayment,
  ...basePaymentRules,
  ...baseMedia,
  ...baseMediaRules,
  ...baseData,
  ...baseServices,
  ...accountProbes,
  ...accountBilling,
  ...accountDecide,
  ...accountDetails,
  ...baseDetails,
  ...accountServices,
  ...baseAnswers,
};

export async function runProbe(id: string, url: string, control: string, token: string): Promise<number> {
  const probe = Object.hasOwn(probes, id) ? probes[id] : undefined;
  if (!probe) {
    console.error(`no probe for ${id}`);
    return 2;
  }
  const c = new Client(url, control, token);
  await c.reset();
  return (await probe(c)) ? 0 : 1;
}
