import { testTransport } from '@tollwright/runtime/testing/transport';
import type { JsonSchema, Transport } from '../contract/contract.ts';

const text = { type: 'string', minLength: 1 };

/** The schema of a receipt with these properties besides its network and its payer. */
function receiptWith(properties: JsonSchema): JsonSchema {
  const required = ['success', 'transaction', 'network'];
  return { type: 'object', required, properties: { ...properties, network: text, payer: { type: 'string' } } };
}

/** The transport of hosts in tests as their contracts state it: with the schemas of receipts. */
export const contractTransport: Transport = {
  ...testTransport,
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
