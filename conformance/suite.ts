import { beforeAll, describe, test } from 'vitest';
import { type ConformOptions, conform } from './conform.ts';
import { areaOf, areasOf } from './contract/area.ts';
import { readContractSync } from './contract/contract.ts';
import type { SuiteRoom } from './define-suite.ts';
import type { Report } from './report/report.ts';
import { renderFindings } from './report/text.ts';

/** Milliseconds that the run of a whole suite may take. */
const patience = 600_000;

/** The deployment to judge, and the contract of its host. */
export interface ConformanceOptions extends Omit<ConformOptions, 'contract' | 'progress'> {
  /** File of the contract; when absent `generated/contracts/<host>.json` of the folder in which the tests run. */
  readonly contract?: string | URL;
}

/**
 * Registers vitest tests that judge a deployment, one for each area of its contract, all by one run.
 *
 * Secrets come from the environment: PAYER_KEY, OTHER_KEY, API_KEY, CONTROL_TOKEN.
 */
export function conformance({ contract: given, ...options }: ConformanceOptions): void {
  if (given === undefined && options.host === undefined)
    throw new TypeError('conformance() needs `host` or `contract`.');
  const file = fileOf(given ?? `generated/contracts/${options.host}.json`);
  const contract = readContractSync(file);
  const chosen = contract.rules.filter(
    (rule) => !options.area || areasOf(rule, contract).some((area) => options.area?.includes(area)),
  );
  const areas = [...new Set(chosen.map((rule) => areaOf(rule, contract)))];

  describe(contract.host.title, () => {
    let report: Report | undefined;
    beforeAll(async () => {
      report = await conform({ ...options, contract });
    }, patience);

    test.each(areas)('passes the rules of %s', (area) => {
      const failed = report?.results.filter((result) => result.area === area && hasFailed(result)) ?? [];
      if (failed.length > 0) throw new Findings(renderFindings(failed, contract.statements));
    });
  });
}

/**
 * Registers a host's contract as vitest tests of the deployment whose target file TOLLWRIGHT_TARGET names.
 *
 * Without it nothing can be judged, which is shown as skipped.
 */
export const registerSuite: SuiteRoom['registerSuite'] = (contract) => {
  const target = process.env.TOLLWRIGHT_TARGET;
  if (target !== undefined) conformance({ contract, target });
  else describe.skip(String(contract), () => test('needs TOLLWRIGHT_TARGET'));
};

/** A path, or a URL in whatever form it comes. */
function fileOf(file: string | URL): string | URL {
  return URL.canParse(String(file)) ? new URL(file) : file;
}

/** The findings of a test. Where its error was thrown says nothing about the deployment. */
class Findings extends Error {
  constructor(findings: string) {
    super(`\n${findings}`);
    this.name = 'Findings';
    this.stack = `${this.name}: ${this.message}`;
  }
}

function hasFailed({ verdict, tier }: Report['results'][number]): boolean {
  return (verdict === 'fail' && tier === 'must') || verdict === 'error';
}
