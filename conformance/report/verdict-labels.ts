import type { ReportVerdict } from './report.ts';

/** The label of each verdict in reports. */
export const verdictLabels: Readonly<Record<ReportVerdict, string>> = {
  fail: 'fail',
  known: 'known failure',
  error: 'error',
  info: 'info',
  pass: 'pass',
  'not-testable': 'not testable',
};
