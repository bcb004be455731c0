import { describe, expect, test } from 'vitest';
import { conform } from '#conformance/conform.ts';
import type { Report, RuleResult } from '#conformance/report/report.ts';
import { contractOf } from '#conformance/testing/contract.ts';
import { startGateway } from '#gateway/start.ts';
import { readDescription } from './description.ts';
import { moneyGaps } from './money.ts';

/** The results of a run of the whole suite, and of Ajv for each response. */
interface Judged {
  readonly report: Report;
  /** Each way in which answers departed from the emitted description, once. */
  readonly departures: readonly string[];
  /** Described operations of which no answer was judged. */
  readonly unseen: readonly string[];
  /** Paid operations with what was not judged of their money. */
  readonly gaps: readonly string[];
}

const token = 'control-token-of-tests';

/** Milliseconds that a run may take on a machine that is busy with other tests. */
const patience = 240_000;

/** Registers the tests of a live host: the whole suite at the controlled level, the shape of each answer in it, and what of its money was judged. */
export function describeHost(host: string): void {
  describe(`the gateway of ${host}`, () => {
    test(
      'breaks no rule, answers as the emitted OpenAPI describes, and has all its money judged',
      async () => {
        const { report, departures, unseen, gaps } = await judgeHost(host);
        const broken = report.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
        expect(broken.map(({ rule, verdict, detail }) => `${verdict} ${rule}: ${detail}`)).toEqual([]);
        expect(report.results.filter(isStarved).map(({ rule, detail }) => `${rule}: ${detail}`)).toEqual([]);
        expect(departures).toEqual([]);
        expect(unseen).toEqual([]);
        expect(gaps).toEqual([]);
        expect(report.partial).toBeUndefined();
      },
      patience,
    );
  });
}

/** True if a rule was not judged because of missing money or served calls, which this gateway has. */
function isStarved({ verdict, detail = '' }: RuleResult): boolean {
  return (
    verdict === 'not-testable' && /balance of the API key|too little USDC|spend cap|different responses/.test(detail)
  );
}

async function judgeHost(host: string): Promise<Judged> {
  const { departure: departs, unseen } = await readDescription(host);
  const departures = new Set<string>();

  const gateway = await startGateway({ host, port: 0, controlToken: token }, (parts) => ({
    ...parts,
    wrap: (serve) => async (call) => {
      const answer = await serve(call);
      const departure = departs(call, answer);
      if (departure !== undefined) departures.add(departure);
      return answer;
    },
  }));
  try {
    const contract = await contractOf(host);
    const report = await conform({
      contract,
      target: `generated/targets/${host}.yaml`,
      host,
      url: gateway.url,
      level: 'controlled',
      control: { url: gateway.controlUrl ?? '', token },
    });
    return { report, departures: [...departures].sort(), unseen: unseen(), gaps: moneyGaps(report, contract) };
  } finally {
    await gateway.close();
  }
}
