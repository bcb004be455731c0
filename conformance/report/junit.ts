import { create } from 'xmlbuilder2';
import { evidenceText } from './evidence.ts';
import { type Report, reportVerdict } from './report.ts';

/** Writes a report as JUnit XML: one suite for each area, one case for each rule. */
export function renderJunit({ results, summary, target, level, seed, stale = [] }: Report): string {
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', {
    name: `tollwright ${target.host}`,
    tests: results.length,
    failures: summary.fail + stale.length,
    errors: summary.error,
    skipped: summary.not_testable + summary.info + summary.known,
    time: summary.seconds,
  });
  for (const [area, own] of Map.groupBy(results, (result) => result.area)) {
    const suite = root.ele('testsuite', {
      name: area,
      tests: own.length,
      failures: own.filter((result) => reportVerdict(result) === 'fail' || stale.includes(result.rule)).length,
      errors: own.filter(({ verdict }) => verdict === 'error').length,
      skipped: own.filter((result) => skips.has(reportVerdict(result))).length,
    });
    suite
      .ele('properties')
      .ele('property', { name: 'url', value: target.url })
      .up()
      .ele('property', { name: 'level', value: level })
      .up()
      .ele('property', { name: 'seed', value: seed });
    for (const result of own) {
      const one = suite.ele('testcase', { classname: `${target.host}.${area}`, name: result.rule });
      const message = printable(result.detail ?? result.summary);
      if (stale.includes(result.rule))
        one.ele('failure', { message: 'Listed in the baseline, but passes: remove it from the baseline.' });
      else if (reportVerdict(result) === 'fail')
        one.ele('failure', { message, type: result.kind }).txt(printable(`${result.summary}\n${evidenceText(result)}`));
      else if (result.verdict === 'error') one.ele('error', { message, type: result.kind });
      else if (result.verdict !== 'pass')
        one.ele('skipped', { message: result.known ? `${printable(result.known)}: ${message}` : message });
    }
  }
  return `${root.end({ prettyPrint: true })}\n`;
}

/** JUnit has no outcome for informational or known failures; they are reported as skipped. */
const skips: ReadonlySet<ReturnType<typeof reportVerdict>> = new Set(['not-testable', 'info', 'known'] as const);

/** XML 1.0 does not allow most control characters, not even escaped. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace.
  return text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, '\uFFFD');
}
