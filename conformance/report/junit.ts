import { create } from 'xmlbuilder2';
import { type Report, type RuleResult, reportVerdict } from './report.ts';

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
      if (stale.includes(result.rule)) one.ele('failure', { message: 'It is in the baseline and holds: take it out.' });
      else if (reportVerdict(result) === 'fail')
        one.ele('failure', { message, type: result.kind }).txt(printable(evidence(result)));
      else if (result.verdict === 'error') one.ele('error', { message, type: result.kind });
      else if (result.verdict !== 'pass')
        one.ele('skipped', { message: result.known ? `${printable(result.known)}: ${message}` : message });
    }
  }
  return `${root.end({ prettyPrint: true })}\n`;
}

/** JUnit has no word for a rule that is kept otherwise without fault, nor for a failure that is known. */
const skips: ReadonlySet<ReturnType<typeof reportVerdict>> = new Set(['not-testable', 'info', 'known'] as const);

function evidence({ summary, statements, expected, actual, at, curl, sequence, repeat }: RuleResult): string {
  const lines = [
    summary,
    `statements: ${statements.join(', ')}`,
    expected !== undefined && `expected: ${JSON.stringify(expected)}`,
    actual !== undefined && `actual: ${JSON.stringify(actual)}${at ? ` at ${at}` : ''}`,
    sequence && ['sequence:', ...sequence].join('\n'),
    curl && !sequence && `request: ${curl}`,
    repeat && `repeat: ${repeat}`,
  ];
  return lines.filter((line) => typeof line === 'string').join('\n');
}

/** XML 1.0 has no place for most control characters, not even escaped. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to leave out.
  return text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, '\uFFFD');
}
