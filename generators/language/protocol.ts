import { z } from 'zod';
import { hosts, id, provenance, text } from './fields.ts';

const rule = z.strictObject({
  summary: text.meta({ description: 'What has to hold, in one sentence' }),
  ...provenance,
  hosts: hosts.optional(),
  level: z.enum(['free', 'paid', 'controlled']).meta({ description: 'The lowest level at which it can be seen' }),
  unobservable: text.optional().meta({ description: 'Why no black-box run can see it' }),
});

/** `protocol/<area>.yaml`: rules whose check is written by hand, by id. */
export const protocol = z.strictObject({
  protocol: id,
  hosts: hosts.optional(),
  rules: z.record(z.string().regex(/^[a-z0-9]+([.-][a-z0-9]+)*$/, 'a dotted kebab-case id'), rule),
});

export type ProtocolRuleSource = z.infer<typeof rule>;
