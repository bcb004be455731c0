import { testTransport } from '@tollwright/runtime/testing/transport';
import type { JsonSchema, Transport } from '../contract/contract.ts';

const text = { type: 'string', minLength: 1 };

/** The schema of a receipt with these properties besides its network and its payer. */
function receiptWith(properties: JsonSchema): JsonSchema {
  const required = ['success', 'transaction', 'network'];
  return { type: 'object', required, properties: { ...properties, network: text, payer: { type: 'string' } } };
}

/** The schema of an object with these properties, all of them required. */
function objectWith(properties: JsonSchema): JsonSchema {
  return { type: 'object', required: Object.keys(properties), properties };
}

const authorization = objectWith({
  from: text,
  to: text,
  value: text,
  validAfter: text,
  validBefore: text,
  nonce: text,
});
const payload = { anyOf: [objectWith({ signature: text, authorization }), objectWith({ transaction: text })] };
const offer = { scheme: text, network: text, amount: text, asset: text, payTo: text };

/** The transport of hosts in tests as their contracts state it: with the schemas of payments and receipts. */
export const contractTransport: Transport = {
  ...testTransport,
  payment: {
    ...testTransport.payment,
    schemas: {
      1: objectWith({ x402Version: { const: 1 }, scheme: text, network: text, payload }),
      2: objectWith({ x402Version: { const: 2 }, accepted: objectWith(offer), payload }),
    },
  },
  receipt: {
    headers: testTransport.receipt.headers,
    success: receiptWith({ success: { const: true }, transaction: text }),
    failure: receiptWith({
      success: { const: false },
      errorReason: { type: 'string' },
      transaction: { type: 'string' },
    }),
  },
};
