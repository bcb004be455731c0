import { readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import { z } from 'zod';
import { UsageError } from '../common/usage-error.ts';

const Secret = z.strictObject({ env: z.string().min(1) });

const Count = z.number().int().positive();

/** A selection of rules, as the options of the same names take them. */
const Profile = z.strictObject({
  only: z.array(z.string()).optional(),
  operation: z.array(z.string()).optional(),
  area: z.array(z.string()).optional(),
  max_requests: Count.optional(),
});

/** The target file of the control contract. Secrets are named by environment variable. */
export const TargetFile = z.strictObject({
  host: z.string().min(1).optional(),
  url: z.url({ protocol: /^https?$/ }).optional(),
  control: z.strictObject({ url: z.url({ protocol: /^https?$/ }), token: Secret }).optional(),
  wallets: z.strictObject({ payer: Secret.optional(), other: Secret.optional() }).optional(),
  api_key: Secret.optional(),
  /** USD; a number as YAML reads it, or quoted text. */
  max_spend_usd: z.union([z.number().nonnegative(), z.string()]).optional(),
  segments: z.record(z.string(), z.string()).optional(),
  models: z.record(z.string(), z.string()).optional(),
  /** Requests a second. */
  rate: z.number().positive().optional(),
  /** Requests that a run may send. */
  max_requests: Count.optional(),
  /** Selections of rules by the name that `--profile` takes. */
  profiles: z.record(z.string(), Profile).optional(),
  /** Paid routes of a seller that is judged by the x402 standard alone: `POST /search`, with a body as JSON. */
  routes: z.array(z.strictObject({ route: z.string().min(1), body: z.json().optional() })).optional(),
});

/** The content of a target file. */
export type TargetFile = z.infer<typeof TargetFile>;

/** Reads a target file; throws `UsageError` with every error in it. */
export async function readTargetFile(path: string): Promise<TargetFile> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    throw new UsageError(`There is no target file at ${path}.`);
  }
  let value: unknown;
  try {
    value = load(text);
  } catch (error) {
    throw new UsageError(
      `${path} is not YAML: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
    );
  }
  const parsed = TargetFile.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  throw new UsageError(`${path} is not a target file:\n${z.prettifyError(parsed.error)}`);
}
