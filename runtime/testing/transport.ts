import type { TransportDefinition } from '../operation/host.ts';

/** The transport of hosts in tests: the x402 standard with further headers. */
export const testTransport: TransportDefinition = {
  challenge: {
    headers: {
      'PAYMENT-REQUIRED': '{base64}',
      'X-Payment-Required': '{base64}',
      'WWW-Authenticate': 'X402 requirements="{base64}"',
    },
  },
  payment: {
    headers: ['PAYMENT-SIGNATURE', 'X-Payment'],
    versions: [2, 1],
    encodings: ['base64', 'base64url'],
    maxLength: 8192,
  },
  refusals: {
    missing: 'payment-required',
    unreadable: 'payment-invalid',
    scheme: 'payment-invalid',
    network: 'payment-invalid',
    asset: 'payment-invalid',
    amount: 'payment-invalid',
    payee: 'payment-invalid',
    terms: 'payment-invalid',
    signature: 'payment-invalid',
    'not-yet-valid': 'payment-invalid',
    expired: 'payment-invalid',
    'stale-block': 'payment-blockhash-stale',
    unfunded: 'payment-unfunded',
    unsettleable: 'payment-invalid',
    used: 'payment-replay',
    'settlement-failed': 'settlement-failed',
    'settlement-unknown': 'settlement-unknown',
  },
  settles: 'after-upstream',
  claim: { uncharged: 'reusable', unanswered: 'reusable' },
  free: { never: [401, 403], unpriced: [402] },
  receipt: {
    headers: {
      'PAYMENT-RESPONSE': 'settlement',
      'X-Payment-Response': 'settlement',
      'X-Payment-Receipt': 'transaction',
    },
    success: { success: true },
    failure: { success: false, errorReason: 'settlement_failed', transaction: '' },
  },
};
