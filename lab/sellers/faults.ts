/** Faults of payment, as data: what a seller sends or accepts although the standard rules it out. */

/** Values by JSON pointer; `null` removes what stands there. */
export type Edits = Readonly<Record<string, unknown>>;

/** One fault, put into a healthy seller by a proxy before it or a facilitator behind it. */
export interface SellerFault {
  readonly name: string;
  /** The rule that finds it. */
  readonly rule: string;
  readonly service: 'texts' | 'charts';
  /** Changes challenges of this path only. */
  readonly path?: string;
  /** Changes of the requirements in a challenge. */
  readonly requirements?: Edits;
  /** Body of a challenge: its requirements with these changes. */
  readonly body?: Edits;
  /** Replaces the header of a challenge: `none`, or JSON without base64. */
  readonly header?: 'none' | 'json';
  /** Replaces the status of a challenge. */
  readonly status?: number;
  /** Changes of a receipt. */
  readonly receipt?: Edits;
  /** Replaces the header of a receipt. */
  readonly receiptHeader?: 'none' | 'json';
  /** Status of the response to a payment header that cannot be read. */
  readonly unreadable?: number;
  /** Payments that are served although they are refused: by a value in them that is not the offered one. */
  readonly serves?: { readonly at: string; readonly not?: string; readonly is?: string };
  /** A text in refusals of the facilitator that count as valid. */
  readonly accepts?: string;
  /** Serves used payments again, on the same path or on others, or while they are used for the first time. */
  readonly replays?: 'same' | 'other' | 'raced';
  /** Refuses payments without a header. */
  readonly bareRefusals?: true;
  /** Reports a settlement for calls that fail. */
  readonly chargesFailures?: true;
  /** Seconds after which a caller over the limit may come back, where only a specification says how long that is. */
  readonly retryAfter?: number;
}

/** A description for discovery of a method that no seller has, with a schema of its type. */
function described(type: object): Edits {
  const info = { input: { type: 'http', method: 'DELETE' } };
  const schema = {
    type: 'object',
    properties: { input: { type: 'object', properties: { type } } },
    required: ['input'],
  };
  return { '/extensions': { bazaar: { info, schema } } };
}

const stranger = `0x${'77'.repeat(20)}`;

/** All faults. */
export const faults: readonly SellerFault[] = [
  // What a challenge says.
  ...(
    [
      ['price-above-bound', 'x402.discovery.price', { '/accepts/0/amount': '2501' }, '/translate'],
      ['price-below-bound', 'x402.discovery.price', { '/accepts/0/amount': '1999' }, '/translate'],
      ['price-not-as-described', 'x402.discovery.price', { '/accepts/0/amount': '1001' }, '/proverb'],
      ['amount-as-number', 'x402.offer.amount', { '/accepts/0/amount': 1000 }, '/proverb'],
      ['amount-in-dollars', 'x402.offer.amount', { '/accepts/0/amount': '0.001' }],
      ['amount-missing', 'x402.offer.amount', { '/accepts/0/amount': null }],
      ['network-by-name', 'x402.offer.network', { '/accepts/0/network': 'base' }],
      ['network-missing', 'x402.offer.network', { '/accepts/0/network': null }],
      ['payee-missing', 'x402.offer.pay-to', { '/accepts/0/payTo': null }],
      ['payee-zero', 'x402.offer.pay-to', { '/accepts/0/payTo': `0x${'0'.repeat(40)}` }],
      ['asset-missing', 'x402.offer.asset', { '/accepts/0/asset': null }],
      ['asset-by-symbol', 'x402.offer.asset', { '/accepts/0/asset': 'USDC' }],
      ['window-missing', 'x402.offer.timeout', { '/accepts/0/maxTimeoutSeconds': null }],
      ['window-as-text', 'x402.offer.timeout', { '/accepts/0/maxTimeoutSeconds': '60' }],
      ['window-of-zero', 'x402.offer.timeout', { '/accepts/0/maxTimeoutSeconds': 0 }],
      ['scheme-missing', 'x402.offer.scheme', { '/accepts/0/scheme': null }],
      ['domain-missing', 'x402.offer.domain', { '/accepts/0/extra': null }],
      ['domain-without-version', 'x402.offer.domain', { '/accepts/0/extra/version': null }],
      ['version-1', 'x402.challenge.version', { '/x402Version': 1 }],
      ['version-as-text', 'x402.challenge.version', { '/x402Version': '2' }],
      ['resource-missing', 'x402.challenge.resource', { '/resource': null }],
      ['no-offers', 'x402.challenge.accepts', { '/accepts': [] }],
    ] as const
  ).map(([name, rule, requirements, path]) => ({
    ...{ name, rule, requirements, service: 'texts' as const },
    ...(path !== undefined && { path }),
  })),
  {
    name: 'network-not-as-listed',
    rule: 'x402.discovery.terms',
    service: 'charts',
    requirements: { '/accepts/0/network': 'eip155:84532' },
  },
  {
    name: 'payee-not-as-listed',
    rule: 'x402.discovery.terms',
    service: 'charts',
    requirements: { '/accepts/0/payTo': stranger },
  },
  { name: 'header-missing', rule: 'x402.challenge.header', service: 'texts', header: 'none' },
  { name: 'header-without-base64', rule: 'x402.challenge.header', service: 'texts', header: 'json' },
  {
    name: 'body-asks-for-less',
    rule: 'x402.challenge.body',
    service: 'texts',
    body: { '/accepts/0/amount': '1' },
  },
  {
    name: 'body-names-another-payee',
    rule: 'x402.challenge.body',
    service: 'texts',
    body: { '/accepts/0/payTo': stranger },
  },
  { name: 'asks-with-401', rule: 'x402.challenge.status', service: 'texts', status: 401 },
  { name: 'gives-away', rule: 'x402.challenge.status', service: 'texts', path: '/proverb', status: 200 },
  { name: 'breaks-without-payment', rule: 'x402.challenge.status', service: 'texts', path: '/translate', status: 500 },
  // What it accepts.
  { name: 'breaks-on-unreadable', rule: 'x402.refused.unreadable', service: 'texts', unreadable: 500 },
  { name: 'serves-unreadable', rule: 'x402.refused.unreadable', service: 'texts', unreadable: 200 },
  { name: 'bare-refusals', rule: 'x402.refused.requirements', service: 'texts', bareRefusals: true },
  { name: 'accepts-bad-signatures', rule: 'x402.refused.signature', service: 'texts', accepts: 'evm_signature' },
  { name: 'accepts-too-little', rule: 'x402.refused.underpaid', service: 'texts', accepts: 'authorization_value' },
  { name: 'accepts-other-recipients', rule: 'x402.refused.recipient', service: 'texts', accepts: 'recipient_mismatch' },
  { name: 'accepts-expired', rule: 'x402.refused.expired', service: 'texts', accepts: 'valid_before' },
  { name: 'accepts-early', rule: 'x402.refused.not-yet-valid', service: 'texts', accepts: 'valid_after' },
  { name: 'accepts-empty-wallets', rule: 'x402.refused.unfunded', service: 'texts', accepts: 'exceeds balance' },
  {
    name: 'accepts-other-networks',
    rule: 'x402.refused.network',
    service: 'texts',
    serves: { at: '/accepted/network', not: 'eip155:8453' },
  },
  {
    name: 'accepts-other-tokens',
    rule: 'x402.refused.asset',
    service: 'charts',
    serves: { at: '/accepted/asset', is: `0x${'5a'.repeat(20)}` },
  },
  {
    name: 'accepts-smaller-offers',
    rule: 'x402.refused.underpaid',
    service: 'charts',
    serves: { at: '/accepted/amount', not: '4000' },
  },
  {
    name: 'accepts-cheaper-payments',
    rule: 'x402.refused.cheaper',
    service: 'texts',
    path: '/translate',
    serves: { at: '/accepted/amount', is: '1000' },
  },
  { name: 'replays', rule: 'x402.replay.same-route', service: 'texts', replays: 'same' },
  { name: 'replays-elsewhere', rule: 'x402.replay.other-route', service: 'charts', replays: 'other' },
  { name: 'loses-races', rule: 'x402.replay.raced', service: 'charts', replays: 'raced' },
  // What a receipt says.
  { name: 'receipt-missing', rule: 'x402.paid.receipt', service: 'texts', receiptHeader: 'none' },
  { name: 'receipt-without-base64', rule: 'x402.paid.receipt', service: 'texts', receiptHeader: 'json' },
  ...(
    [
      ['receipt-without-success', 'x402.paid.success', { '/success': null }],
      ['served-although-unsettled', 'x402.paid.success', { '/success': false }],
      ['receipt-without-transaction', 'x402.paid.transaction', { '/transaction': '' }],
      ['receipt-of-another-network', 'x402.paid.network', { '/network': 'eip155:1' }],
      ['receipt-of-another-payer', 'x402.paid.payer', { '/payer': stranger }],
      ['receipt-of-another-payment', 'x402.paid.own-transaction', { '/transaction': `0x${'ab'.repeat(32)}` }],
    ] as const
  ).map(([name, rule, receipt]) => ({ name, rule, receipt, service: 'charts' as const })),
  // What the extensions of a challenge say.
  {
    name: 'forgets-identifiers',
    rule: 'x402.identifier.repeated',
    service: 'texts',
    requirements: {
      '/extensions': { 'payment-identifier': { info: { required: false }, schema: { type: 'object' } } },
    },
  },
  {
    name: 'describes-another-method',
    rule: 'x402.discovery.description',
    service: 'texts',
    requirements: described({ const: 'http' }),
  },
  {
    name: 'describes-no-input',
    rule: 'x402.discovery.description',
    service: 'charts',
    requirements: described({ const: 'mcp' }),
  },
  { name: 'late-retry-after', rule: 'proverb.errors.too-often', service: 'texts', retryAfter: 600 },
  { name: 'charges-failures', rule: 'x402.failure.free', service: 'texts', chargesFailures: true },
];
