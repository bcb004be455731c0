import { refusal, refusalCodes } from './refusal.ts';

/** The documents name four causes and three codes, so any of the three is right. */
export const rejectedExpired = refusal({
  id: 'payment.rejected.expired',
  codes: refusalCodes,
  forge: ({ now }) => [
    {
      what: 'whose window had passed',
      departure: { authorization: { validAfter: String(now - 1200), validBefore: String(now - 600) } },
    },
  ],
});
