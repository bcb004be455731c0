import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { conform } from './conform.ts';
import { parseContract } from './contract.ts';
import type { Report } from './report/report.ts';
import { areaOf } from './run/select.ts';

/** Milliseconds that the run of a whole suite may take. */
const patience = 600_000;

/**
 * Registers a host's contract as vitest tests, one for each area, all judged by one run.
 *
 * The deployment is the one whose target file TOLLWRIGHT_TARGET names; without it nothing can be judged, which is shown
 * as skipped.
 */
export function defineSuite(contractFile: string | URL): void {
  const contract = parseContract(readFileSync(contractFile, 'utf8'), String(contractFile));
  const target = process.env.TOLLWRIGHT_TARGET;
  const areas = [...new Set(contract.rules.map((rule) => areaOf(rule, contract)))];

  describe.skipIf(target === undefined)(contract.host.title, () => {
    let report: Report | undefined;
    beforeAll(async () => {
      report = await conform({ contract, ...(target !== undefined && { target }) });
    }, patience);

    test.each(areas)('keeps the rules of %s', (area) => {
      const broken = report?.results.filter((result) => result.area === area && isBroken(result));
      expect(broken).toEqual([]);
    });
  });
}

function isBroken({ verdict, tier }: Report['results'][number]): boolean {
  return (verdict === 'fail' && tier === 'must') || verdict === 'error';
}
