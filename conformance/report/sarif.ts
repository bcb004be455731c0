import type { Log, Notification, ReportingDescriptor, Result } from 'sarif';
import type { Contract } from '../contract/contract.ts';
import { evidenceText } from './evidence.ts';
import { type Report, type RuleResult, reportVerdict } from './report.ts';

/** Writes a report as SARIF 2.1.0 for code scanning: every rule, and a result for each failure. */
export function renderSarif(report: Report, { operations, statements, service }: Contract): string {
  const paths = new Map(operations.map(({ id, path }) => [id, path]));
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'tollwright',
            version: service.version,
            rules: report.results.map((result) => descriptor(result, statements)),
          },
        },
        automationDetails: { id: `conformance/${report.target.host}/` },
        invocations: [
          {
            executionSuccessful: report.partial === undefined,
            startTimeUtc: report.started,
            toolExecutionNotifications: notifications(report),
          },
        ],
        results: report.results.flatMap((result, index) =>
          result.verdict === 'fail' ? [sarifResult(result, index, paths)] : [],
        ),
        properties: { ...report.summary, url: report.target.url, level: report.level, seed: report.seed },
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function descriptor({ rule, summary, statements: ids, tier, area }: RuleResult, statements: Contract['statements']) {
  const quoted = ids.map((id) => `${id} (${statements[id]?.section ?? ''}): ${statements[id]?.text ?? ''}`);
  const described: ReportingDescriptor = {
    id: rule,
    shortDescription: { text: summary },
    ...(quoted.length > 0 && { fullDescription: { text: quoted.join('\n') } }),
    defaultConfiguration: { level: tier === 'must' ? 'error' : 'note' },
    properties: { tags: [area] },
  };
  return described;
}

/** Uses the path of the operation as file name: code scanning needs a location, and a deployment has no source file. */
function sarifResult(result: RuleResult, ruleIndex: number, paths: ReadonlyMap<string, string>): Result {
  const { rule, detail, summary, operation, area, known } = result;
  const path = paths.get(operation ?? '')?.slice(1) ?? area;
  return {
    ruleId: rule,
    ruleIndex,
    level: reportVerdict(result) === 'info' ? 'note' : 'error',
    message: { text: `${detail ?? summary}\n${evidenceText(result)}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: encodeURI(path) }, region: { startLine: 1 } },
        logicalLocations: [{ name: operation ?? area, kind: operation === undefined ? 'module' : 'function' }],
      },
    ],
    partialFingerprints: { rule },
    ...(known !== undefined && { suppressions: [{ kind: 'external', justification: known }] }),
  };
}

function notifications({ partial, results, stale = [] }: Report): Notification[] {
  const errors = results.filter(({ verdict }) => verdict === 'error');
  return [
    ...(partial === undefined ? [] : [notification('error', partial)]),
    ...stale.map((rule) =>
      notification('error', `${rule} is listed in the baseline, but passes: remove it from the baseline.`),
    ),
    ...errors.map(({ rule, detail }) => notification('warning', `${rule} has no verdict: ${detail ?? ''}`)),
  ];
}

function notification(level: 'error' | 'warning', text: string): Notification {
  return { level, message: { text } };
}
