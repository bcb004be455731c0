/**
 * The model: what emitters, checks and comparisons read instead of YAML.
 *
 * One `Model` per release, frozen, with one `HostView` per host. A host view is
 * plain JSON: written to disk it is the **contract** that the conformance room
 * reads.
 */

/** Says how a value came from the documents; it decides what a deployment can be held to. */
export type Status = 'stated' | 'derived' | 'assumed' | 'conflict' | 'unknown';

/** `must` may fail a deployment, `info` is reported, `none` is never asserted. */
export type Tier = 'must' | 'info' | 'none';

/** Where something came from: statement ids of the documents and the status they give it. */
export interface Provenance {
  readonly from: readonly string[];
  readonly status: Status;
}

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A plain JSON Schema 2020-12 value; `$ref` is always `#/schemas/<Name>` and is resolved within the same host view. */
export type JsonSchema = { readonly [keyword: string]: Json };

/**
 * A CEL expression as a tree of plain JSON.
 *
 * Numbers are exact decimals and are kept as their source text (`"0.02625"`); every numeric
 * operation is exact, so `1 / 4` is a quarter. `name` of a `macro` is `all`, `exists`, `map` or `filter`.
 */
export type Expression =
  | { readonly op: 'number'; readonly value: string }
  | { readonly op: 'string'; readonly value: string }
  | { readonly op: 'bool'; readonly value: boolean }
  | { readonly op: 'null' }
  | { readonly op: 'variable'; readonly name: string }
  | { readonly op: 'field'; readonly of: Expression; readonly name: string }
  | { readonly op: 'index'; readonly of: Expression; readonly key: Expression }
  | { readonly op: 'has'; readonly of: Expression; readonly name: string }
  | { readonly op: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly op: 'binary'; readonly name: BinaryName; readonly left: Expression; readonly right: Expression }
  | { readonly op: 'not' | 'negate'; readonly value: Expression }
  | { readonly op: 'if'; readonly test: Expression; readonly then: Expression; readonly otherwise: Expression }
  | { readonly op: 'list'; readonly items: readonly Expression[] }
  | { readonly op: 'map'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | {
      readonly op: 'macro';
      readonly name: 'all' | 'exists' | 'map' | 'filter';
      readonly of: Expression;
      readonly item: string;
      readonly body: Expression;
    };

/** The binary operators of CEL. */
export type BinaryName = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||' | 'in';

/** A CEL text together with its tree. */
export interface Formula {
  readonly text: string;
  readonly tree: Expression;
}

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

export interface Host extends Provenance {
  readonly id: string;
  readonly title: string;
  /** The word by which `hosts:` lists select several hosts at once: `pay-per-call`. */
  readonly group: string;
  /** `x402`: challenges and wallets; `bearer`: API keys and a balance; `none`: a retired host, 404 for everything. */
  readonly auth: 'x402' | 'bearer' | 'none';
  /** Path prefix of service operations, such as `/api/v1`. */
  readonly prefix: string;
  /** Path prefixes that must answer 404 whatever follows. */
  readonly absent: readonly string[];
  readonly payment?: PaymentProfile;
}

/** An EIP-712 domain without its chain. */
export interface PaymentDomain {
  readonly name: string;
  readonly version: string;
  readonly verifyingContract?: string;
}

/** How calls are paid on an x402 host. */
export interface PaymentProfile {
  readonly version: 2;
  readonly scheme: 'exact';
  /** CAIP-2 id. */
  readonly network: string;
  readonly asset: string;
  readonly decimals: number;
  /** EIP-712 domain that payments are signed under: of the asset, unless it names another contract. Absent elsewhere than on EVM networks. */
  readonly domain?: PaymentDomain;
  /** Further networks on which the same calls may be paid. */
  readonly also?: readonly Pick<PaymentProfile, 'network' | 'asset' | 'decimals' | 'domain'>[];
  /** Seconds a challenge may be signed for, unless the operation says otherwise. */
  readonly window: number;
  /** True when the documents state the window for this host. */
  readonly windowStatus: Status;
  readonly networkStatus: Status;
}

export interface Operation extends Provenance {
  readonly id: string;
  readonly area: string;
  readonly summary: string;
  readonly description?: string;
  readonly method: 'GET' | 'POST';
  /** Full path on this host with `{parameters}`: `/api/v1/chat/{model}`. */
  readonly path: string;
  /** The same with segments in braces too, as the documents write it: `/api/v1/{websearch}/search`. */
  readonly template: string;
  /** Parameters whose value may contain slashes. */
  readonly wide: readonly string[];
  /** Segments of the path that a deployment may name otherwise: `{websearch}` -> `websearch`. */
  readonly segments: Readonly<Record<string, string>>;
  /** True when serving it does something in the world, such as a phone call: only where that is simulated. */
  readonly irreversible?: boolean;
  /** `assumed`: the documents do not say that this host has it, so that one without it is not at fault. */
  readonly presence?: 'assumed';
  /** `allowlisted`: only wallets on the service's list are served; absent means everybody. */
  readonly payers?: 'allowlisted';
  /** Seconds that callers have to wait for an answer, where that may take long. */
  readonly timeout?: number;
  /** Error that every call gets: the operation is retired or withdrawn. */
  readonly closed?: string;
  /** `before-challenge`: whatever is wrong with a request is told before any price. */
  readonly validates?: 'before-challenge' | 'unknown';
  readonly body?: Body;
  readonly query?: JsonSchema;
  readonly params?: JsonSchema;
  readonly responses: readonly Response[];
  /** Who may call: `none` (free), `payment` (x402), `wallet` (a payment header that identifies but is not charged), `key` (bearer). */
  readonly auth: 'none' | 'payment' | 'wallet' | 'key';
  readonly price?: PriceUse;
  readonly payment?: OperationPayment;
  /** Machine of the resource that this operation creates or polls, and which of the two it does. */
  readonly machine?: { readonly id: string; readonly role: 'create' | 'poll' };
  readonly errors: readonly string[];
  readonly conditions: readonly Condition[];
  readonly ensures: readonly Condition[];
  /** True when the answer may be a stream; `when` is a condition over `request`. */
  readonly stream?: { readonly when: Formula; readonly done?: string } & Provenance;
  /** A request that is valid on this host; the generator of random requests starts from the schema. */
  readonly example: { readonly body?: Json; readonly query?: Json; readonly params?: Json };
}

export interface Body {
  /** The usual one of its content types. */
  readonly contentType: string;
  /** Every content type that it may have. */
  readonly contentTypes: readonly string[];
  readonly schema: JsonSchema;
  readonly unknownKeys: 'rejected' | 'ignored' | 'unknown';
  /** `before-challenge`: a wrong body is told before any price; `unknown`: the documents do not say. */
  readonly validates: 'before-challenge' | 'unknown';
  /** How far the documents show what is asked for; `unknown` means that nothing they say makes the example right. */
  readonly status: Status;
}

export interface Response extends Provenance {
  /** HTTP status. */
  readonly http: number;
  readonly contentType: string;
  readonly description: string;
  readonly schema?: JsonSchema;
  /** Headers by name; the value is a schema of the header text. */
  readonly headers: Readonly<Record<string, JsonSchema & Json>>;
}

/** A rule across fields of a request, or of a response together with its request. */
export interface Condition extends Provenance {
  readonly id: string;
  readonly summary: string;
  /** The rule applies where this holds; absent means always. */
  readonly when?: Formula;
  readonly must: Formula;
  /** Error that a request breaking it gets. */
  readonly error?: string;
  /** Field that the error has to name. */
  readonly names?: string;
  /** A valid request that violates only this rule, as overrides of the example. */
  readonly violation?: Json;
}

/** When and how an operation's payment settles. */
export interface OperationPayment extends Provenance {
  /**
   * `after-upstream`: once the upstream call succeeded. `after-upstream-or-on-poll`: inside the call when it
   * finishes in the inline window, else by the first completed poll. `on-poll`: by the first completed poll.
   * `on-accept`: once the upstream accepted the job. `never`: the payment only identifies the wallet.
   */
  readonly settles: 'after-upstream' | 'after-upstream-or-on-poll' | 'on-poll' | 'on-accept' | 'never';
  /** Seconds that a challenge of this operation may be signed for; absent means the host's window. */
  readonly window?: number;
  /** Seconds within which an answer is returned inline. */
  readonly inline?: number;
  /** What the challenge body carries beyond the host's. */
  readonly challenge?: JsonSchema;
}

/** Which price an operation has, with inputs replaced where its request differs. */
export interface PriceUse {
  readonly id: string;
  readonly inputs: Readonly<Record<string, Formula>>;
}

/**
 * A price formula.
 *
 * `quoted` prices read the request alone and are told before the call; `metered` prices read the
 * response's usage too and are charged after it.
 */
export interface Price extends Provenance {
  readonly id: string;
  readonly kind: 'quoted' | 'metered';
  readonly summary: string;
  /** Calls whose amount the documents give; absent means all. What others cost is this specification's own. */
  readonly when?: Formula;
  readonly inputs: Readonly<Record<string, Formula>>;
  /** USD. */
  readonly formula: Formula;
  /** USD parts of the result by name, in order. */
  readonly breakdown: Readonly<Record<string, Formula>>;
  readonly rounding: 'half-up' | 'half-even' | 'up' | 'down';
  readonly roundingStatus: Status;
  /** Other formulas that the documents allow as well: the other sides of a conflict. */
  readonly sides: readonly Formula[];
  readonly examples: readonly PriceExample[];
}

/** A figure of the documents. `request` is the body; defaults are filled in before the formula reads it. */
export interface PriceExample {
  readonly operation?: string;
  readonly host?: string;
  readonly request: Json;
  readonly query?: Json;
  readonly params?: Json;
  readonly response?: Json;
  /** USD, exact decimal text. */
  readonly usd: string;
  readonly from: readonly string[];
}

/** A table of the documents. Entries are plain JSON; exact decimals are strings. */
export interface Catalog extends Provenance {
  readonly id: string;
  /** Field whose value a request names. */
  readonly key: string;
  /** Operation that serves the live table. */
  readonly live?: string;
  readonly entries: readonly CatalogEntry[];
}

export interface CatalogEntry {
  /** The documents' own label, such as `IMG-A1`; a target file maps it to an id. */
  readonly label: string;
  readonly status: Status;
  readonly from: readonly string[];
  readonly values: Readonly<Record<string, Json>>;
}

export interface Machine extends Provenance {
  readonly id: string;
  readonly summary: string;
  /** What of every call it is the life of; absent where it is the life of a job of an operation. */
  readonly of?: 'payment' | 'stream' | 'balance';
  readonly initial: string;
  readonly states: Readonly<Record<string, MachineState>>;
  readonly transitions: readonly Transition[];
  readonly always: readonly Invariant[];
  /** JSON pointer of the state and of the resource's id in answers. */
  readonly reads: { readonly state?: string; readonly id?: string };
}

export interface MachineState {
  readonly final: boolean;
  readonly summary: string;
}

/** `from` of a transition are the states it leaves, always one of them; its statements have a name of their own. */
export interface Transition {
  readonly id: string;
  readonly from: readonly string[];
  readonly statements: readonly string[];
  readonly status: Status;
  /** `upstream.started`, `poll`, `after(3600s)`, … */
  readonly on: string;
  /** Seconds, for `after(...)`. */
  readonly after?: number;
  readonly if?: Formula;
  readonly to: string;
  readonly effects: readonly string[];
  /** Rule of the story that shows it, where no sequence of events and polls does. */
  readonly shownBy?: string;
}

export interface Invariant extends Provenance {
  readonly id: string;
  readonly in: readonly string[];
  readonly then: Formula;
}

export interface ErrorEntry extends Provenance {
  readonly id: string;
  /** HTTP status. */
  readonly http: number;
  readonly summary: string;
  /** True when it passes on what a provider said, which may be any status of its hundred. */
  readonly passed?: boolean;
  /** What the body must hold; never closed. */
  readonly body?: JsonSchema;
  readonly headers: Readonly<Record<string, JsonSchema & Json>>;
  readonly charged: boolean | 'unknown';
  /** True when the body has to name the field that is wrong. */
  readonly names?: boolean;
  /** The pipeline's error that this one stands for on the operations that list it, such as `invalid-body`. */
  readonly role?: string;
  /** How the suite brings it about; absent where a check of another kind does. */
  readonly provoke?: Provocation;
}

/** How an error is made to happen. */
export interface Provocation {
  /** Outcome of the control API's `upstream` call. */
  readonly upstream?: string;
  readonly detail?: Json;
  /** Overrides of the operation's valid request. */
  readonly request?: Json;
  readonly hosts?: readonly string[];
}

export interface Limit extends Provenance {
  readonly id: string;
  readonly summary: string;
  readonly operations: readonly string[];
  readonly count: number;
  /** Other counts that the documents allow as well: the other sides of a conflict. */
  readonly sides: readonly number[];
  /** Seconds. */
  readonly window: number;
  readonly key: 'ip' | 'api-key' | 'payer';
  readonly error: string;
  /** Whether the operations share one counter. */
  readonly shared: boolean;
}

/**
 * A story over several calls with expectations at its end.
 *
 * Each step binds its result to a name that the expectations read.
 */
export interface Scenario extends Provenance {
  readonly id: string;
  readonly title: string;
  readonly steps: readonly Step[];
  readonly expects: readonly Condition[];
}

/** One step of a scenario. Exactly one of the verbs is present. */
export interface Step {
  readonly as?: string;
  /** Operation id. */
  readonly call?: string;
  /** Overrides of the operation's example: `body`, `query`, `params`, `headers`; CEL values as `{"cel": ...}`. */
  readonly with?: Readonly<Record<string, Json | Formula>>;
  /** `fresh` (default where the operation is paid), `none`, `other-wallet`, or the name of an earlier call whose authorization is sent again. */
  readonly pay?: string;
  /** Path taken from an earlier answer instead of the operation's own. */
  readonly url?: Formula;
  readonly times?: number;
  readonly concurrent?: boolean;
  readonly upstream?: {
    readonly operation: string;
    readonly outcome: string;
    readonly times?: number;
    readonly detail?: Json;
  };
  readonly settlement?: { readonly outcome: string; readonly times?: number };
  readonly event?: { readonly machine: string; readonly id: Formula; readonly event: string; readonly detail?: Json };
  /** Seconds. */
  readonly advance?: number;
  readonly ledger?: boolean;
  /** Creates an account key with this balance (USD) and uses it from here on. */
  readonly key?: string;
  readonly fund?: string;
  readonly allow?: boolean;
}

/** What one statement or a few of them hold a deployment to. */
export interface Rule extends Provenance {
  readonly id: string;
  readonly kind: RuleKind;
  readonly tier: Tier;
  readonly hosts: readonly string[];
  readonly summary: string;
  readonly operation?: string;
  /** Id of the price, machine, transition, error, limit, scenario, condition, or protocol check behind it. */
  readonly subject?: string;
  /** For schema rules: where the keyword stands and which it is. */
  readonly schema?: {
    readonly in: 'body' | 'query' | 'params' | 'response' | 'headers' | 'challenge';
    readonly status?: number;
    readonly path: readonly string[];
    readonly keyword: string;
  };
  /** The lowest level at which it can be seen. */
  readonly level: 'free' | 'paid' | 'controlled';
  /** The reason why no black-box run can see it. */
  readonly unobservable?: string;
  /** For schema rules and conditions: the error that a request breaking the rule gets where it is not the usual one. */
  readonly error?: string;
}

/** The families of rules; each has one module in the conformance room. */
export type RuleKind =
  | 'operation'
  | 'request'
  | 'condition'
  | 'unknown-keys'
  | 'response'
  | 'ensures'
  | 'price'
  | 'error'
  | 'limit'
  | 'transition'
  | 'invariant'
  | 'protocol'
  | 'stream'
  | 'scenario';
