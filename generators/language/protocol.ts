import { z } from 'zod';
import { hosts, id, provenance, text } from './fields.ts';
import { extensionNames, transport } from './transport.ts';

/** A rule with a handwritten check. */
export const rule = z.strictObject({
  summary: text.meta({ description: 'What a deployment must do, in one sentence' }),
  ...provenance,
  hosts: hosts.optional(),
  extension: z.enum(extensionNames).optional().meta({
    description: 'Extension of x402 without which the rule does not hold: hosts that declare it keep the rule',
  }),
  level: z.enum(['free', 'paid', 'controlled']).meta({ description: 'The lowest level of a run that can check it' }),
  unobservable: text.optional().meta({ description: 'Why no black-box run can check it' }),
  reason: z.enum(['means', 'suite']).optional().meta({
    description:
      'Why it is unchecked although the documents decide it: the run lacks something, or the suite lacks a check',
  }),
});

/** `protocol/<area>.yaml`: how payments travel, and rules with handwritten checks by id. */
export const protocol = z.strictObject({
  protocol: id,
  hosts: hosts.optional(),
  transport: transport.optional().meta({
    description: 'How payments travel over HTTP; what is left out is as in the x402 standard',
  }),
  rules: z.record(z.string().regex(/^[a-z0-9]+([.-][a-z0-9]+)*$/, 'a dotted kebab-case id'), rule).optional(),
});

export type ProtocolRuleSource = z.infer<typeof rule>;
