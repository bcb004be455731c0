/** The headers that carry a payment. */
export const paymentHeaders: readonly string[] = ['payment-signature', 'x-payment'];
