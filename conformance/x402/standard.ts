/** The rules by which any seller of the x402 standard is judged, as they stand in the specification of the standard. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { z } from 'zod';
import type { Contract, JsonSchema, Rule } from '../contract/contract.ts';

/** A JSON Schema as YAML has it. */
const schema = z.record(z.string(), z.json());

const field = z.strictObject({ at: z.string().startsWith('/'), schema });

const offerField = field.extend({
  /** Judges only offers of this scheme. */
  scheme: z.string().optional(),
  /** Judges only offers whose network begins so. */
  network: z.string().optional(),
});

const another = z.literal('another');

const forgery = z.strictObject({
  /** The end of "A payment …". */
  what: z.string(),
  wallet: z.literal('unfunded').optional(),
  signature: z.enum(['made-up', 'of-another-wallet']).optional(),
  signed: z
    .strictObject({
      amount: z.int(),
      payTo: another,
      asset: another,
      chain: z.int(),
      name: z.string(),
      version: z.string(),
      validAfter: z.int(),
      validBefore: z.int(),
    })
    .partial()
    .default({}),
  accepted: z.strictObject({ amount: z.int(), payTo: another, asset: another, network: another }).partial().default({}),
});

const sellerRule = z.strictObject({
  summary: z.string(),
  from: z.union([z.string(), z.array(z.string())]),
  level: z.enum(['free', 'paid']),
  /** A field of the requirements. */
  challenge: field.optional(),
  /** Fields of each offer. */
  offers: z.array(offerField).optional(),
  /** A field of the receipt. */
  receipt: field.optional(),
  /** Values of the payment header that no seller can read. */
  headers: z.array(z.strictObject({ what: z.string(), value: z.string() })).optional(),
  forgeries: z.array(forgery).optional(),
  /** Name of a check that is written by hand. */
  behaviour: z.string().optional(),
});

const documents = z.strictObject({
  /** Path of the OpenAPI description. */
  description: z.string(),
  /** Path of the list of paid resources. */
  manifest: z.string(),
});

const rulesFile = z.strictObject({
  documents: documents.optional(),
  rules: z.record(z.string(), sellerRule),
});

const statementsFile = z.looseObject({
  statements: z.record(z.string(), z.looseObject({ section: z.string(), text: z.string() })),
});

/** A field with the schema of its value. */
export interface FieldRow {
  /** JSON pointer. */
  readonly at: string;
  readonly schema: JsonSchema;
}

/** A payment that a seller has to refuse. */
export type ForgeryRow = z.infer<typeof forgery>;

/** A rule of the standard with the data of its check. */
export type SellerRule = z.infer<typeof sellerRule>;

/** The standard, as far as sellers are judged by it. */
export interface Standard {
  readonly rules: ReadonlyMap<string, SellerRule>;
  readonly statements: Contract['statements'];
  /** Documents in which sellers publish their paid routes. */
  readonly documents: z.infer<typeof documents>;
}

/** Reads the standard from the folder `standards` of the package's specification. */
export async function readStandard(folder: string): Promise<Standard> {
  const [rules, statements] = await Promise.all([
    readYaml(join(folder, 'sellers'), rulesFile),
    readYaml(join(folder, 'x402', 'statements'), statementsFile),
  ]);
  const published = rules.map((file) => file.documents).find((each) => each !== undefined);
  if (!published) throw new Error(`No file in ${folder} names the documents of sellers.`);
  return {
    documents: published,
    rules: new Map(rules.flatMap((file) => Object.entries(file.rules))),
    statements: Object.fromEntries(
      statements.flatMap((file) =>
        Object.entries(file.statements).map(([id, { section, text }]) => [id, { section, text }]),
      ),
    ),
  };
}

async function readYaml<File>(folder: string, shape: { parse(value: unknown): File }): Promise<readonly File[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).toSorted();
  return Promise.all(names.map(async (name) => shape.parse(load(await readFile(join(folder, name), 'utf8')))));
}

/** The rules of the standard as rules of a contract. */
export function rulesOf({ rules }: Standard): readonly Rule[] {
  return [...rules].map(([id, { summary, from, level }]) => ({
    id,
    kind: 'protocol',
    tier: 'must',
    hosts: [sellerHost],
    summary,
    level,
    from: [from].flat(),
    status: 'stated',
  }));
}

/** The name of every seller in place of a host profile. */
export const sellerHost = 'x402';
