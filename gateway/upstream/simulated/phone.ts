import { randomFrom } from './random.ts';

const carriers = ['Example Mobile', 'Sample Telecom', 'Placeholder Wireless'] as const;
const lines = ['mobile', 'landline', 'voip'] as const;

/** Makes up a carrier record for a number; the same number always has the same one. */
export function lookupPhone(phoneNumber: string, seed: number): Readonly<Record<string, unknown>> {
  const random = randomFrom([seed, 'phone', phoneNumber]);
  return {
    phone_number: phoneNumber,
    valid: true,
    carrier: { name: random.pick(carriers), type: random.pick(lines) },
    ported: random.next() < 0.25,
  };
}
