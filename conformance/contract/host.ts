/** One host as a whole. */

import type { TransportDefinition } from '@tollwright/runtime/operation/host';
import type { Machine, Scenario } from './machine.ts';
import type { Operation } from './operation.ts';
import type { Catalog, Price } from './price.ts';
import type { ErrorEntry, Limit, Rule } from './rule.ts';
import type { JsonSchema, Provenance, Status } from './value.ts';

/** The service that a contract is about. */
export interface Service {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** Exact decimals by name, usable in every formula: `transaction_fee` -> `"0.001"` (USD). */
  readonly constants: Readonly<Record<string, string>>;
}

/** Everything that holds on one host. Plain JSON, written by the generator. */
export interface Contract {
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

/** The host itself: how it is paid and where it serves. */
export interface Host extends Provenance {
  readonly id: string;
  readonly title: string;
  /** The word by which `hosts:` lists select several hosts at once: `pay-per-call`. */
  readonly group: string;
  /** `x402`: challenges and wallets; `bearer`: API keys and a balance; `none`: a retired host, 404 for everything. */
  readonly auth: 'x402' | 'bearer' | 'none';
  /** True where a call with an API key is charged to its balance, and needs no payment. */
  readonly keys?: true;
  /** Calls without a payment that each address makes free of charge within seconds; jobs are always paid. */
  readonly freeCalls?: { readonly count: number; readonly window: number };
  /** Path prefix of service operations, such as `/api/v1`. */
  readonly prefix: string;
  /** Path prefixes that must answer 404 whatever follows. */
  readonly absent: readonly string[];
  readonly payment?: PaymentProfile;
  /** How the service's own gateway settles; no rule is judged by it. */
  readonly settlement?: SettlementProfile;
  /** Names that its providers have for entries of catalogs, by catalog and key; no rule is judged by them. */
  readonly providerNames?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Who is paid, and how a gateway reaches the chain; options and the environment override it. */
export interface SettlementProfile {
  readonly payee?: string;
  /** URLs of nodes, one for each network that is offered. */
  readonly rpc?: readonly string[];
  /** URL of an x402 facilitator. */
  readonly facilitator?: string;
}

/** An EIP-712 domain without its chain. */
export interface PaymentDomain {
  readonly name: string;
  readonly version: string;
  readonly verifyingContract?: string;
}

/** How payments travel over HTTP, with the schemas of payments, and of receipts in place of what they have in common. */
export interface Transport extends Omit<TransportDefinition, 'receipt'> {
  readonly payment: TransportDefinition['payment'] & {
    /** Schemas of payments by their version of x402. */
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
  readonly receipt: Pick<TransportDefinition['receipt'], 'headers'> & {
    /** Of a payment that settled. */
    readonly success: JsonSchema;
    /** Of a settlement that failed. */
    readonly failure: JsonSchema;
  };
}

/** How calls are paid on an x402 host. */
export interface PaymentProfile {
  readonly version: 2;
  readonly scheme: 'exact';
  /** How payments travel over HTTP. */
  readonly transport: Transport;
  /** CAIP-2 id. */
  readonly network: string;
  readonly asset: string;
  readonly decimals: number;
  /** EIP-712 domain that payments are signed under: of the asset, unless it names another contract. Absent elsewhere than on EVM networks. */
  readonly domain?: PaymentDomain;
  /** Further networks on which the same calls may be paid. */
  readonly also?: readonly OtherNetwork[];
  /** Seconds a challenge may be signed for, unless the operation has its own. */
  readonly window: number;
  /** True when the documents state the window for this host. */
  readonly windowStatus: Status;
  readonly networkStatus: Status;
}

/** A further network on which payments are taken. */
export interface OtherNetwork extends Pick<PaymentProfile, 'network' | 'asset' | 'decimals' | 'domain'> {
  /** Whether the documents state its id. */
  readonly status: Status;
}
