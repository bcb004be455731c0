/**
 * The model: what emitters, checks and comparisons read instead of YAML.
 *
 * One `Model` per release, frozen, with one `HostView` per host. A host view is
 * plain JSON: written to disk it is the **contract** that the conformance room
 * reads.
 */

import type { Host } from './types/host.ts';
import type { Machine, Scenario } from './types/machine.ts';
import type { Operation } from './types/operation.ts';
import type { Catalog, Price } from './types/price.ts';
import type { ErrorEntry, Limit, Rule } from './types/rule.ts';
import type { JsonSchema } from './types/value.ts';

export type { Host, PaymentDomain, PaymentProfile } from './types/host.ts';
export type { Invariant, Machine, MachineState, Scenario, Step, Transition } from './types/machine.ts';
export type { Body, Condition, Operation, OperationPayment, PriceUse, Response } from './types/operation.ts';
export type { Catalog, CatalogEntry, Price, PriceExample } from './types/price.ts';
export type { ErrorEntry, Limit, Provocation, Rule, RuleKind } from './types/rule.ts';
export type { BinaryName, Expression, Formula, Json, JsonSchema, Provenance, Status, Tier } from './types/value.ts';

/** Everything one specification says, linked and frozen. */
export interface Model {
  readonly service: Service;
  readonly documents: readonly Document[];
  readonly statements: ReadonlyMap<string, Statement>;
  readonly questions: readonly Question[];
  readonly hosts: readonly HostView[];
  /** Rules of every host, once each; `rule.hosts` names the hosts. */
  readonly rules: readonly Rule[];
  /** Spec file (relative to the spec folder) of each named entity, keyed `<kind>/<id>`: `operation/search`. */
  readonly sources: ReadonlyMap<string, string>;
  /** Spec entries that name each statement, as `<file>:<line>`, by statement id; questions count. */
  readonly references: ReadonlyMap<string, readonly string[]>;
}

export interface Service {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** Exact decimals by name, usable in every formula: `transaction_fee` -> `"0.001"` (USD). */
  readonly constants: Readonly<Record<string, string>>;
}

export interface Document {
  readonly id: string;
  readonly title: string;
}

/** One statement of the documents. */
export interface Statement {
  readonly id: string;
  readonly document: string;
  readonly section: string;
  readonly kind: string;
  readonly text: string;
  readonly testable: string;
  readonly note?: string;
  /** The reason why no spec entry encodes it. */
  readonly excluded?: string;
}

/** A conflict or a gap of the documents with the decision taken. */
export interface Question {
  readonly id: string;
  readonly kind: 'conflict' | 'unknown' | 'assumption';
  readonly statements: readonly string[];
  readonly sides: readonly string[];
  readonly decision: string;
  readonly reason: string;
  /** What the suite accepts, in words. */
  readonly accepts: string;
}

/** Everything that holds on one host. Plain JSON. */
export interface HostView {
  readonly contract: 1;
  readonly service: Service;
  readonly host: Host;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly operations: readonly Operation[];
  readonly prices: Readonly<Record<string, Price>>;
  readonly catalogs: Readonly<Record<string, Catalog>>;
  readonly machines: Readonly<Record<string, Machine>>;
  readonly errors: Readonly<Record<string, ErrorEntry>>;
  readonly limits: readonly Limit[];
  readonly scenarios: readonly Scenario[];
  readonly rules: readonly Rule[];
  /** Text of every statement that a rule of this host names. */
  readonly statements: Readonly<Record<string, { readonly section: string; readonly text: string }>>;
}
