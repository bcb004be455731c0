import { z } from 'zod';
import { id, provenance, seconds, sourced, text } from './fields.ts';

const prefix = z.string().regex(/^(\/[^/{}\s]+)*$/, 'a path prefix such as `/api/v1`');

/** `hosts/<id>.yaml`: one place where the service is sold. */
export const host = z.strictObject({
  host: id,
  title: text.meta({ description: 'What the host is for people' }),
  group: id.meta({ description: 'Word by which `hosts:` lists select several hosts at once' }),
  ...provenance,
  auth: z.enum(['x402', 'bearer', 'none']).meta({
    description: '`x402`: paid per call; `bearer`: API keys and a balance; `none`: retired, 404 for everything',
  }),
  prefix: sourced('path', prefix).meta({ description: 'Path prefix of service operations' }),
  absent: sourced('paths', z.array(prefix))
    .optional()
    .meta({ description: 'Path prefixes that answer 404 whatever follows' }),
  carries: z
    .strictObject({
      operations: z
        .array(z.string())
        .min(1)
        .optional()
        .meta({ description: 'Operations that the host carries; absent means all that select it' }),
      perhaps: z
        .union([z.literal('all'), z.array(z.string()).min(1)])
        .optional()
        .meta({
          description: 'Operations that it is only assumed to carry; a deployment without them is not at fault',
        }),
      ...provenance,
    })
    .optional()
    .meta({ description: 'What the host carries where that is not everything, or not certain' }),
  payment: z
    .strictObject({
      network: z.string().meta({ description: 'Id of a network' }),
      also: z.array(z.string()).optional().meta({ description: 'Ids of further networks that it is paid on' }),
      scheme: z.literal('exact').optional().meta({ description: 'Payment scheme; `exact` is the only one' }),
      window: sourced('seconds', seconds).meta({ description: 'Seconds a challenge may be signed for' }),
      ...provenance,
    })
    .optional(),
});

export type HostSource = z.infer<typeof host>;
