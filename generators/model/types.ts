/**
 * The model: what emitters, checks and comparisons read instead of YAML.
 *
 * One `Model` per release, frozen, with one `HostView` per host. A host view written to disk is the **contract**
 * that the conformance room reads, so its types stand there.
 */

import type { Contract, Rule, Service, Webhook } from '#conformance/contract/contract.ts';

export type {
  BinaryName,
  Body,
  Catalog,
  CatalogEntry,
  Condition,
  ErrorEntry,
  Expression,
  Formula,
  Host,
  Invariant,
  Json,
  JsonSchema,
  Limit,
  Machine,
  Operation,
  OperationPayment,
  Pages,
  PaymentProfile,
  Price,
  PriceExample,
  PriceUse,
  Provenance,
  Provocation,
  Response,
  Rule,
  Scenario,
  SentWebhook,
  Service,
  SettlementProfile,
  Status,
  Step,
  Tier,
  Transition,
  Transport,
  Webhook,
} from '#conformance/contract/contract.ts';

/** Everything of a specification that holds on one host: its contract, and what it only describes. */
export interface HostView extends Contract {
  /** Those that no gateway sends; absent where there are none. No rule judges them, so that contracts leave them out. */
  readonly webhooks?: readonly Webhook[];
}

/** One specification as a whole, linked and frozen. */
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
  /** Responses that the suite accepts, in words. */
  readonly accepts: string;
}
