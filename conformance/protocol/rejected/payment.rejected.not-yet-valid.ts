import { refusal, refusalCodes } from './refusal.ts';

/** An authorization that cannot settle yet buys nothing yet. */
export const rejectedNotYetValid = refusal({
  id: 'payment.rejected.not-yet-valid',
  codes: refusalCodes,
  forge: ({ now }) => [
    {
      what: 'that is not valid yet',
      departure: { evm: { validAfter: now + 600, validBefore: now + 1200 } },
    },
  ],
});
