import { UpstreamFailure } from '@tollwright/runtime/upstream/failure';
import type { NumberRequest, PhoneUpstream, ProviderRecord } from '../phone-port.ts';
import { type Random, randomFrom } from '../seeded-random.ts';
import { openTicket, readTicket, recordOf, writeTicket } from './call.ts';

const carriers = ['Example Mobile', 'Sample Telecom', 'Placeholder Wireless'] as const;
const lines = ['mobile', 'landline', 'voip'] as const;

/** Areas of countries whose numbers need no further approval. */
const areas: Readonly<Record<string, readonly string[]>> = {
  US: ['212', '312', '206', '512', '617', '702', '303', '404', '305', '415'],
  CA: ['647', '604', '514', '403', '613'],
};

/** Numbers of one area: those that are reserved for fiction. */
const perArea = 100;

/** Carriers with a pool of numbers in two countries and calls that somebody answers. */
export function simulatedPhone(seed: number): PhoneUpstream {
  return {
    lookupPhone: async (phoneNumber) => lookup(phoneNumber, recordSource(phoneNumber, seed)),
    lookupFraud: async (phoneNumber) => {
      const random = recordSource(phoneNumber, seed);
      return { ...lookup(phoneNumber, random), ...signals(random) };
    },
    buyNumber: async (request) => firstFree(request),
    cancelOrder: async () => {},
    renewNumber: async () => {},
    releaseNumber: async () => {},
    confirmNumbers: async (phoneNumbers) => phoneNumbers,
    startCall: async (request, { now }) => writeTicket(openTicket(request, now, seed)),
    checkCall: async (ticket, { now }) => recordOf(readTicket(ticket), now),
  };
}

/** The same number always has the same record. */
function recordSource(phoneNumber: string, seed: number): Random {
  return randomFrom([seed, 'phone', phoneNumber]);
}

function lookup(phoneNumber: string, random: Random): ProviderRecord {
  return {
    phone_number: phoneNumber,
    valid: true,
    carrier: { name: random.pick(carriers), type: random.pick(lines) },
    ported: random.next() < 0.25,
  };
}

function signals(random: Random): ProviderRecord {
  return {
    sim_swap: { swapped_recently: random.next() < 0.1, days_since_swap: random.integer(1, 2000) },
    call_forwarding: { active: random.next() < 0.1 },
  };
}

function firstFree({ country, areaCode, taken }: NumberRequest): string | undefined {
  const known = areas[country];
  if (!known) {
    throw new UpstreamFailure('rejected', `Numbers in ${country} need a regulatory approval that this account lacks.`);
  }
  const preferred = known.filter((area) => area === areaCode);
  for (const area of [...preferred, ...known]) {
    for (let index = 0; index < perArea; index += 1) {
      const number = `+1${area}55501${String(index).padStart(2, '0')}`;
      if (!taken.has(number)) return number;
    }
  }
  return undefined;
}
