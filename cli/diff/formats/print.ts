import type { Reader } from '#generators/compare/change.ts';
import type { Side } from '#generators/compare/side.ts';
import type { DiffReport } from '../report.ts';

/** Formats that a comparison can be printed in. */
export const formats = ['text', 'markdown', 'json', 'html', 'github'] as const;

/** Lays a report out in a format; `folder` is that of the newer specification, for annotations. */
export async function print(
  format: (typeof formats)[number],
  report: DiffReport,
  chosen: readonly Reader[],
  { sides, folder }: { readonly sides: readonly [Side, Side]; readonly folder: string },
): Promise<string> {
  switch (format) {
    case 'json':
      return JSON.stringify(report, null, 2);
    case 'markdown':
      return (await import('./markdown.ts')).markdownOf(report, chosen);
    case 'github':
      return (await import('./github.ts')).githubOf(report, chosen, folder);
    case 'html':
      return (await import('./html.ts')).htmlOf(report, chosen, sides);
    case 'text':
      return (await import('./text.ts')).textOf(report, chosen);
  }
}
