import type { ReportVerdict } from './report.ts';

/** How reports say each verdict. */
export const verdictLabels: Readonly<Record<ReportVerdict, string>> = {
  fail: 'broken',
  known: 'known failure',
  error: 'no verdict',
  info: 'info',
  pass: 'holds',
  'not-testable': 'not testable',
};
