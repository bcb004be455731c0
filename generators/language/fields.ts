/** Fields that many kinds of spec file share. */

import { z } from 'zod';

/** A kebab-case id. */
export const id = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'a kebab-case id such as `image-job`')
  .meta({ description: 'A kebab-case id' });

/** Statement ids of the documents, one or several. */
export const from = z
  .union([z.string(), z.array(z.string())])
  .meta({ description: 'Ids of the statements that this encodes: `core-123` or `[core-123, media-0045]`' });

/** The status of an entry. */
export const status = z.enum(['stated', 'derived', 'assumed', 'conflict', 'unknown']).meta({
  description:
    'How it follows from the documents: stated (the default), derived (follows from statements), assumed (the documents leave it open), conflict (the documents disagree), unknown (not shown; never asserted)',
});

/** Provenance of an entry. Spread into every entry that can encode statements of the documents. */
export const provenance = { from: from.optional(), status: status.optional() };

/** Hosts to which an entry applies, by id or group. */
export const hosts = z
  .array(z.string())
  .min(1)
  .meta({ description: 'Hosts or host groups to which this applies; by default every live host' });

/** A CEL expression. */
export const cel = z.string().min(1);

/** An exact decimal, quoted so that YAML keeps its text. */
export const decimal = z
  .string()
  .regex(/^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/, 'a decimal such as "0.025"')
  .meta({ description: 'An exact decimal, always quoted' });

/** One sentence or phrase of prose. */
export const text = z.string().min(1);

/** A whole number of seconds. */
export const seconds = z.int().positive().meta({ description: 'Whole seconds' });

/** Any JSON value. */
export const json: z.ZodType<Json> = z.json();

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A plain value, or an object with the value under the key `name` and its provenance. */
export function sourced<const Name extends string, Value extends z.ZodType>(name: Name, value: Value) {
  const detailed = { [name]: value, ...provenance } as { [K in Name]: Value } & typeof provenance;
  return z.union([value, z.strictObject(detailed)]);
}

/** A value that is the same everywhere, or a map from host or group to value. */
export function perHost<Value extends z.ZodType>(value: Value) {
  return z.union([value, z.record(z.string(), value)]);
}
