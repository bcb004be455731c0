/** What a settled payment is confirmed with. */
import type { Gateway } from './gateway.ts';
import { base64 } from './http.ts';

export interface Receipt {
  txHash: string;
  payer: string;
  micro: number;
}

export function receiptHeaders(gateway: Gateway, receipt: Receipt, nonce?: string): Record<string, string> {
  const encoded = base64({
    network: gateway.host.network,
    transaction: receipt.txHash,
    payer: receipt.payer,
    amount: String(receipt.micro),
    success: true,
  });
  const headers: Record<string, string> = {};
  for (const name of gateway.rules.payment.receiptHeaders) headers[name] = encoded;
  if (gateway.rules.payment.receiptHash) {
    headers['x-payment-receipt'] = (gateway.rules.combinations.receiptIsNonce ? nonce : undefined) ?? receipt.txHash;
  }
  return headers;
}
