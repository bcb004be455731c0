import { z } from 'zod';
import { id, provenance, text } from './fields.ts';

/** `networks/<id>.yaml`: a chain and its payment asset. */
export const network = z.strictObject({
  network: id,
  caip2: z
    .string()
    .regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'a CAIP-2 id such as `eip155:8453`')
    .meta({ description: 'CAIP-2 id' }),
  ...provenance,
  asset: z.strictObject({
    symbol: text.meta({ description: 'Symbol of the asset' }),
    address: text.meta({ description: 'Address of its contract, quoted' }),
    decimals: z.int().min(0).max(36).meta({ description: 'Decimal places of the asset' }),
    domain: z.strictObject({ name: text, version: text, contract: text.optional() }).optional().meta({
      description: 'EIP-712 domain of payments; its verifying contract is the asset unless `contract` is given',
    }),
    ...provenance,
  }),
  meant: z
    .array(z.enum(['unlisted-asset']))
    .optional()
    .meta({
      description:
        'Intentional terms, about which `check` would warn: an asset that official clients pay only where their users allow it',
    }),
});

export type NetworkSource = z.infer<typeof network>;
