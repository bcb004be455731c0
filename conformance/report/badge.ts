import { makeBadge } from 'badge-maker';
import type { Report } from './report.ts';

/** The badge of a run as a shields endpoint: a label, a message and a colour. */
export interface Badge {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: 'brightgreen' | 'red' | 'yellow' | 'lightgrey';
}

/** Summarizes a run in a few words. */
export function badgeOf({ summary, coverage, partial, stale = [] }: Report): Badge {
  const badge = { schemaVersion: 1, label: 'conformance' } as const;
  if (summary.fail > 0) return { ...badge, message: `${summary.fail} failed`, color: 'red' };
  if (stale.length > 0) return { ...badge, message: 'baseline out of date', color: 'red' };
  if (partial !== undefined || summary.error > 0 || !coverage.whole)
    return { ...badge, message: 'incomplete', color: 'yellow' };
  if (summary.pass === 0) return { ...badge, message: 'nothing tested', color: 'lightgrey' };
  return {
    ...badge,
    message: `${summary.pass} of ${coverage.stated} stated rules pass`,
    color: summary.known > 0 ? 'yellow' : 'brightgreen',
  };
}

/** Draws the badge of a run as SVG. */
export function renderBadge(report: Report): string {
  const { label, message, color } = badgeOf(report);
  return makeBadge({ label, message, color });
}
