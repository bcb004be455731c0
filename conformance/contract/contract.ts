/** The contract: everything the suite knows of a service, one emitted JSON file per host. */

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { assemble } from './assemble.ts';
import type { Contract } from './host.ts';
import { type HostFile, readShared } from './shared.ts';

export type { Contract, Host, PaymentDomain, PaymentProfile, Service, SettlementProfile, Transport } from './host.ts';
export type { Invariant, Machine, Scenario, Step, Transition } from './machine.ts';
export type {
  Body,
  Condition,
  Operation,
  OperationPayment,
  Pages,
  PriceUse,
  Response,
  SentWebhook,
  Webhook,
} from './operation.ts';
export type { Catalog, CatalogEntry, Price, PriceExample } from './price.ts';
export type { ErrorEntry, Limit, Provocation, Rule, RuleKind } from './rule.ts';
export type { BinaryName, Expression, Formula, Json, JsonSchema, Provenance, Status, Tier } from './value.ts';

/**
 * The frame of a contract.
 *
 * It tells a contract apart from any other JSON file and from a contract of another version; what is inside
 * was checked by the generator that wrote it.
 */
const Frame = z.looseObject({
  contract: z.literal(1),
  service: z.looseObject({ id: z.string(), constants: z.record(z.string(), z.string()) }),
  host: z.looseObject({ id: z.string(), prefix: z.string(), auth: z.enum(['x402', 'bearer', 'none']) }),
  schemas: z.record(z.string(), z.unknown()),
  operations: z.array(z.looseObject({ id: z.string(), method: z.string(), path: z.string(), auth: z.string() })),
  prices: z.record(z.string(), z.unknown()),
  catalogs: z.record(z.string(), z.unknown()),
  machines: z.record(z.string(), z.unknown()),
  errors: z.record(z.string(), z.unknown()),
  limits: z.array(z.unknown()),
  scenarios: z.array(z.unknown()),
  rules: z.array(z.looseObject({ id: z.string(), kind: z.string(), tier: z.enum(['must', 'info', 'none']) })),
  statements: z.record(z.string(), z.looseObject({ section: z.string(), text: z.string() })),
});

/** The frame of a file with the parts of one host. */
const HostFrame = z.looseObject({
  contract: z.literal(1),
  shared: z.string(),
  host: Frame.shape.host,
});

/** A file that is not a contract; the message says what is wrong with it. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}

/**
 * Reads the contract of one host from its file; throws `ContractError` when the file is missing or something else.
 *
 * A file with `shared` has only what differs on its host, and what hosts share is read from the folder that it names.
 */
export async function readContract(path: string | URL): Promise<Contract> {
  return readContractSync(path);
}

/** Reads a contract like `readContract`, synchronously. */
export function readContractSync(path: string | URL): Contract {
  const file = path instanceof URL ? path : pathToFileURL(path);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new ContractError(`There is no contract at ${path}. Run "tollwright generate" to write it.`);
  }
  return parseContract(text, String(path), file);
}

/** Reads the text of a contract that messages call `name` and that stands at `file`. Throws `ContractError`. */
function parseContract(text: string, name: string, file: URL): Contract {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ContractError(`${name} is not a contract: it is not JSON.`);
  }
  const own = HostFrame.safeParse(value);
  // As above, the generator checked the content.
  if (own.success) return assembled(value as HostFile, name, file);
  const frame = Frame.safeParse(value);
  if (!frame.success) throw new ContractError(`${name} is not a contract: ${z.prettifyError(frame.error)}`);
  // The frame is checked above; the generator checked the rest when it wrote the file.
  return value as Contract;
}

function assembled(own: HostFile, name: string, file: URL): Contract {
  try {
    return assemble(readShared(new URL(own.shared, file)), own);
  } catch (error) {
    throw new ContractError(`${name} needs the files in ${own.shared}. Run "tollwright generate" to write them.`, {
      cause: error,
    });
  }
}
