/** The fixed vendor segment behind each placeholder of the documents. */
export const segments = {
  websearch: 'neuro',
  sandbox: 'pybox',
  cryptodata: 'coinwell',
  defidata: 'poolstat',
  swap: 'swapline',
  venue_a: 'oddsmarket',
  venue_b: 'eventex',
  venue_c: 'foresee',
  venue_d: 'betpool',
  venue_e: 'wagerly',
  social: 'chirp',
} as const;

/** The segments of the prediction venues. */
export const venues: string[] = [
  segments.venue_a,
  segments.venue_b,
  segments.venue_c,
  segments.venue_d,
  segments.venue_e,
];
