/** Definition of a host, as the generated code states it. */

import type { Route } from './operation.ts';

/** An error of the specification: status, constant body fields, constant headers. */
export interface ErrorDefinition {
  readonly id: string;
  readonly http: number;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A limit on the number of calls in a window of time. */
export interface LimitDefinition {
  readonly id: string;
  readonly count: number;
  /** Seconds. */
  readonly window: number;
  readonly key: 'ip' | 'api-key' | 'payer';
  readonly shared: boolean;
  /** Error id of a call over the limit. */
  readonly error: string;
}

/** A network and an asset on it. */
export interface NetworkDefinition {
  /** CAIP-2 id. */
  readonly network: string;
  readonly asset: string;
  readonly decimals: number;
  /** EIP-712 domain that payments are signed under: of the asset, unless it names another contract. EVM networks have one. */
  readonly domain?: { readonly name: string; readonly version: string; readonly verifyingContract?: string };
  /** Account that pays the fees of transactions that payers sign; the payee where absent. Solana has one. */
  readonly feePayer?: string;
}

/** Why a payment is refused. */
export type RefusalReason =
  | 'missing'
  | 'unreadable'
  | 'scheme'
  | 'network'
  | 'asset'
  | 'amount'
  | 'payee'
  | 'terms'
  | 'signature'
  | 'not-yet-valid'
  | 'expired'
  | 'stale-block'
  | 'unfunded'
  | 'unsettleable'
  | 'used'
  | 'settlement-failed'
  | 'settlement-unknown';

/** The content of a receipt header: the `SettlementResponse` as base64 JSON, or the transaction alone. */
export type ReceiptContent = 'settlement' | 'transaction';

/** An extension of the x402 standard that a challenge can have. */
export type ExtensionName = 'payment-identifier' | 'bazaar';

/** `reusable`: the request is served for the payment, which is charged once in all. `used`: the payment is refused. */
export type Reuse = 'reusable' | 'used';

/** Whether a payment is taken that is sent again with the request that it was claimed for. Any other use is refused. */
export interface ClaimDefinition {
  /** Of a call that failed, or whose settlement did. */
  readonly uncharged: Reuse;
  /** Of a call that was charged, and whose response did not arrive. */
  readonly unanswered: Reuse;
}

/** An encoding of bytes in a header. */
export type PaymentEncoding = 'base64' | 'base64url';

/** How payments travel over HTTP, as the specification states it. */
export interface TransportDefinition {
  readonly challenge: {
    /** Headers that carry the requirements; `{base64}` stands for their JSON in base64. */
    readonly headers: Readonly<Record<string, string>>;
    /** There where the body need not repeat the requirements. */
    readonly body?: 'free';
  };
  readonly payment: {
    /** Headers that may carry a payment; the first one that is present counts. */
    readonly headers: readonly [string, ...string[]];
    /** Versions of x402 that are read. */
    readonly versions: readonly number[];
    /** Encodings of JSON in which a payment is read. */
    readonly encodings: readonly PaymentEncoding[];
    /** Characters above which a payment is refused unread. */
    readonly maxLength: number;
  };
  /** Id of the error that answers each refusal. */
  readonly refusals: Readonly<Record<RefusalReason, string>>;
  readonly receipt: {
    /** Headers that report a settlement. */
    readonly headers: Readonly<Record<string, ReceiptContent>>;
    /** Fields that are the same in every receipt of a payment that settled. */
    readonly success: Readonly<Record<string, unknown>>;
    /** Fields that are the same in every receipt of a settlement that failed. */
    readonly failure: Readonly<Record<string, unknown>>;
  };
  /** When a payment settles whose operation does not say it. */
  readonly settles: 'after-upstream' | 'on-accept';
  /** Whether a payment is taken that is sent again with the request that it was claimed for. */
  readonly claim: ClaimDefinition;
  /** Responses that operations which require neither a payment nor credentials may not give. */
  readonly free: {
    /** Statuses that mean a refusal. */
    readonly never: readonly number[];
    /** Statuses that may describe what is sold, and ask for no money. */
    readonly unpriced: readonly number[];
  };
  /** Extensions of the standard that challenges have. */
  readonly extensions?: readonly ExtensionName[];
}

/** The way calls are paid: on one network or on several. */
export interface PaymentDefinition extends NetworkDefinition {
  readonly scheme: 'exact';
  readonly transport: TransportDefinition;
  /** Seconds. */
  readonly window: number;
  /** Further networks on which the same calls may be paid. */
  readonly also?: readonly NetworkDefinition[];
}

/** The payee of a host, and the way its gateway reaches the chain. It never holds keys. */
export interface SettlementDefinition {
  readonly payee?: string;
  /** URLs of nodes, one for each network that is offered. */
  readonly rpc?: readonly string[];
  /** URL of an x402 facilitator. */
  readonly facilitator?: string;
}

/** A request that a host sends once when a job has ended. Its body is what the poll of the job answers. */
export interface WebhookDefinition {
  readonly id: string;
  /** Operation whose calls start the job. */
  readonly operation: string;
  /** Field of the body of such a call that has the address of the receiver. */
  readonly to: string;
  /** Final states in which it is sent. */
  readonly states: readonly string[];
  /** Operation that polls the job, and the parameter of its path that takes the id. */
  readonly poll: { readonly operation: string; readonly parameter: string };
}

/** Everything generated for one host. */
export interface HostDefinition {
  readonly id: string;
  readonly title: string;
  readonly auth: 'x402' | 'bearer' | 'none';
  /** True where a call with an API key is charged to its balance, and needs no payment. */
  readonly keys?: true;
  /** Calls without a payment that each address makes free of charge within seconds; jobs are always paid. */
  readonly freeCalls?: { readonly count: number; readonly window: number };
  readonly prefix: string;
  /** Path prefixes under which every path answers 404. */
  readonly absent: readonly string[];
  readonly payment?: PaymentDefinition;
  readonly settlement?: SettlementDefinition;
  /** Names that providers have for entries of catalogs, by catalog and key. */
  readonly providerNames?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly routes: readonly Route[];
  readonly webhooks?: readonly WebhookDefinition[];
  readonly errors: Readonly<Record<string, ErrorDefinition>>;
  readonly limits: Readonly<Record<string, LimitDefinition>>;
}
