import { z } from 'zod';
import { hosts, id, json, provenance, text } from './fields.ts';

/** `catalogs/<id>.yaml`: a table of the documents. */
export const catalog = z.strictObject({
  catalog: id,
  key: text.meta({ description: 'Column whose values requests use as keys' }),
  live: z.string().optional().meta({ description: 'Operation that serves the live table' }),
  ...provenance,
  entries: z.array(
    z
      .looseObject({
        label: text,
        hosts: hosts.optional(),
        open: z.array(text).optional().meta({
          description: 'Columns that the documents leave to each deployment; their values are those of this gateway',
        }),
        ...provenance,
      })
      .catchall(json),
  ),
});

export type CatalogSource = z.infer<typeof catalog>;
