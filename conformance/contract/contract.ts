/** The contract: everything the suite knows of a service, one emitted JSON file per host. */

import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Contract } from './host.ts';

export type { Contract, Host, PaymentDomain, PaymentProfile, Service } from './host.ts';
export type { Invariant, Machine, Scenario, Step, Transition } from './machine.ts';
export type { Body, Condition, Operation, OperationPayment, PriceUse, Response } from './operation.ts';
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

/** A file that is not a contract; the message says what is wrong with it. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}

/** Reads a contract from its file; throws `ContractError` when the file is missing or something else. */
export async function readContract(path: string | URL): Promise<Contract> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    throw new ContractError(`There is no contract at ${path}. Run "tollwright generate" to write it.`);
  }
  return parseContract(text, String(path));
}

/** Reads the text of a contract; `name` is what messages call it. Throws `ContractError`. */
export function parseContract(text: string, name: string): Contract {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ContractError(`${name} is not a contract: it is not JSON.`);
  }
  const frame = Frame.safeParse(value);
  if (!frame.success) throw new ContractError(`${name} is not a contract: ${z.prettifyError(frame.error)}`);
  // The frame is checked above; the generator checked the rest when it wrote the file.
  return value as Contract;
}
