/** Switches for the mistakes of `faults/*-combinations.ts`: what shows only together, only later or only the second time. */
export const combinations = {
  /** How long the store of used authorizations takes between looking and writing. */
  claimDelayMs: 0,
  errorEventLast: true,
  refusalsExtendWindow: false,
  resultPriceOfAll: true,
  formImages: Number.POSITIVE_INFINITY,
  lastFrameType: true,
  speechRepriced: true,
  renewFromCurrent: true,
  groupOpenToAll: true,
  execExtends: false,
  /** Addresses that one price of the bulk identities pays for. */
  identitiesPerPrice: Number.POSITIVE_INFINITY,
  listSubstring: true,
  roleWanted: false,
  storeCheckedInStreams: true,
  receiptIsNonce: false,
  retryAfterAsAsked: true,
};
