import { z } from 'zod';
import { id, provenance, seconds, sourced, text } from './fields.ts';

/** Where a service of one's own is called. Anyone may read a specification, so no password stands in it. */
const url = z
  .string()
  .regex(/^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/, 'a URL such as `https://node.example`, without a password')
  .meta({ description: 'Starts with http:// or https://' });

const prefix = z.string().regex(/^(\/[^/{}\s]+)*$/, 'a path prefix such as `/api/v1`');

/** `hosts/<id>.yaml`: one deployment profile of the service. */
export const host = z.strictObject({
  host: id,
  title: text.meta({ description: 'Name of the host for people' }),
  group: id.meta({ description: 'Group name by which `hosts:` lists select several hosts' }),
  ...provenance,
  auth: z.enum(['x402', 'bearer', 'none']).meta({
    description: '`x402`: paid per call; `bearer`: API keys and a balance; `none`: retired, 404 for everything',
  }),
  keys: z.literal(true).optional().meta({
    description:
      'API keys pay too on a host with `auth: x402`: a call with one is charged to its balance, and needs no payment',
  }),
  'free-calls': z
    .strictObject({
      count: z.int().positive().meta({ description: 'Calls that each address makes free of charge within the window' }),
      window: seconds,
    })
    .optional()
    .meta({
      description:
        'Free quota of a host with `auth: x402`: first calls without a payment that cost nothing, except those that start jobs',
    }),
  prefix: sourced('path', prefix).meta({ description: 'Path prefix of service operations' }),
  absent: sourced('paths', z.array(prefix))
    .optional()
    .meta({ description: 'Path prefixes under which every path returns 404' }),
  carries: z
    .strictObject({
      operations: z
        .array(z.string())
        .min(1)
        .optional()
        .meta({ description: 'Operations that the host serves; by default all that select it' }),
      perhaps: z
        .union([z.literal('all'), z.array(z.string()).min(1)])
        .optional()
        .meta({
          description: 'Operations that it is only assumed to serve; a deployment without them does not fail',
        }),
      ...provenance,
    })
    .optional()
    .meta({ description: 'Operations that the host serves, if it does not serve all or may lack some' }),
  payment: z
    .strictObject({
      network: z.string().meta({ description: 'Id of a network' }),
      also: z.array(z.string()).optional().meta({ description: 'Ids of more networks on which it accepts payments' }),
      scheme: z.literal('exact').optional().meta({ description: 'Payment scheme; `exact` is the only one' }),
      window: sourced('seconds', seconds).meta({
        description: 'Maximum validity of a payment in seconds (maxTimeoutSeconds)',
      }),
      ...provenance,
    })
    .optional(),
  settlement: z
    .strictObject({
      payee: text.optional().meta({ description: 'Address that is paid, quoted; `--pay-to` and `PAY_TO` override it' }),
      rpc: z
        .union([url, z.array(url).min(1)])
        .optional()
        .meta({
          description: 'Node of the chain, or one for each network offered; `--rpc` and `SETTLER_RPC` override it',
        }),
      facilitator: url.optional().meta({
        description: 'x402 facilitator that settles; `--facilitator` and `SETTLER_FACILITATOR` override it',
      }),
    })
    .optional()
    .meta({ description: 'How `serve` settles; by default on the embedded ledger. Never put keys here' }),
  'provider-names': z
    .record(id, z.record(z.string(), text))
    .optional()
    .meta({ description: 'Names that providers have for entries of catalogs, such as models, by catalog and key' }),
});

export type HostSource = z.infer<typeof host>;
