import { privateKeyToAddress } from 'viem/accounts';
import { afterEach, describe, expect, test } from 'vitest';
import { type ConformOptions, conform, type Progress } from './conform.ts';
import { renderHar } from './report/har.ts';
import { renderHtml } from './report/html.ts';
import { renderJunit } from './report/junit.ts';
import { renderMarkdown } from './report/markdown.ts';
import { exitCodeOf, type Report } from './report/report.ts';
import { renderSarif } from './report/sarif.ts';
import { renderText } from './report/text.ts';
import { labContract } from './testing/lab-contract.ts';
import { type LabGateway, type LabOptions, startLabGateway } from './testing/lab-gateway.ts';

const key = `0x${'1b'.repeat(32)}` as const;
const address = privateKeyToAddress(key).toLowerCase();
let gateway: LabGateway | undefined;
const started: LabGateway[] = [];
afterEach(() => Promise.all(started.splice(0).map((each) => each.close())));

async function judge(lab: LabOptions = {}, options: Partial<ConformOptions> = {}): Promise<Report> {
  const balances = new Map([[address, 5_000_000n]]);
  gateway = await startLabGateway({ balances, ...lab });
  started.push(gateway);
  return conform({
    contract: labContract,
    url: gateway.url,
    host: 'lab',
    target: new URL('testing/lab-target.yaml', import.meta.url).pathname,
    env: { PAYER_KEY: key },
    timeout: 2000,
    ...options,
  });
}

const verdicts = (report: Report) => Object.fromEntries(report.results.map(({ rule, verdict }) => [rule, verdict]));

describe('conform', () => {
  test('lists every rule of the contract with a verdict', async () => {
    const report = await judge();
    expect(verdicts(report)).toEqual({
      'payment.challenge.required': 'pass',
      'payment.challenge.scheme': 'pass',
      'payment.challenge.message': 'fail',
      'payment.accepted.signature-header': 'pass',
      'payment.replay.claimed-once': 'pass',
      'payment.settled.exactly-once': 'not-testable',
      'lab.open': 'not-testable',
    });
    expect(report.summary).toMatchObject({ pass: 4, fail: 0, info: 1, not_testable: 2, error: 0 });
    expect(report.level).toBe('paid');
    expect(exitCodeOf(report)).toBe(0);
  });

  test('counts what was charged and every request', async () => {
    const report = await judge();
    const charged = gateway?.settled.reduce((sum, { amount }) => sum + amount, 0n) ?? 0n;
    expect(report.summary.spent_usd).toBe(String(Number(charged) / 1e6));
    expect(report.summary.requests).toBe(gateway?.requests());
  });

  test('names the broken rule with its evidence and how to repeat it', async () => {
    const report = await judge({ fault: 'replay-accepted' });
    const [finding] = report.results.filter(({ verdict, tier }) => verdict === 'fail' && tier === 'must');
    expect(finding).toMatchObject({ rule: 'payment.replay.claimed-once', statements: ['lab-1'] });
    expect(finding?.curl).toContain(`'${gateway?.url}/api/north/forecasts'`);
    expect(finding?.curl).toContain('"payment-signature: $PAYMENT"');
    expect(finding?.repeat).toMatch(
      /^npx tollwright conform http\S+ --host lab .* --seed 1 --only payment\.replay\.claimed-once$/,
    );
    expect(exitCodeOf(report)).toBe(1);
  });

  test('pays nothing at level free', async () => {
    const report = await judge({}, { level: 'free' });
    expect(gateway?.settled).toEqual([]);
    expect(verdicts(report)['payment.replay.claimed-once']).toBe('not-testable');
  });

  test('stops paying at the cap', async () => {
    const report = await judge({}, { maxSpend: '0.02' });
    expect(report.summary.spent_usd).toBe('0.02');
    expect(gateway?.settled).toHaveLength(1);
  });

  test('reports once that every payment is refused, and passes no refusal', async () => {
    const report = await judge({ fault: 'refuses-everybody' });
    expect(verdicts(report)).toMatchObject({
      'payment.accepted.signature-header': 'not-testable',
      'payment.replay.claimed-once': 'not-testable',
    });
    expect(report.partial).toContain('for a valid paid call');
    expect(exitCodeOf(report)).toBe(2);
  });

  test('reports what it has when the target goes away in the middle', async () => {
    const report = await judge({ diesAfter: 4 });
    expect(report.partial).toBe('The run is incomplete: the target stopped responding.');
    expect(report.results).toHaveLength(labContract.rules.length);
    expect(report.summary.error).toBeGreaterThan(0);
    expect(exitCodeOf(report)).toBe(2);
  });

  test('asks with the ids and segments of the target', async () => {
    const lab = { region: 'south', stations: ['harbour-7', 'ST-2'] };
    const report = await judge(lab, { target: new URL('testing/lab-target-south.yaml', import.meta.url).pathname });
    expect(report.summary).toMatchObject({ fail: 0, error: 0, pass: 4 });
  });

  test('cannot test what the target file has no id for', async () => {
    const report = await judge({ stations: ['other'] });
    const [result] = report.results;
    expect(result).toMatchObject({
      verdict: 'not-testable',
      detail: 'The target file has no id for "harbour" of the documents.',
    });
  });

  test('tells its progress rule by rule', async () => {
    const steps: Progress[] = [];
    await judge({}, { progress: (progress) => steps.push(progress) });
    expect(steps.map(({ done }) => done)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('judges only what is asked for', async () => {
    const report = await judge({}, { only: ['payment.challenge.*'], level: 'free' });
    expect(report.results.map(({ rule }) => rule)).toEqual([
      'payment.challenge.required',
      'payment.challenge.scheme',
      'payment.challenge.message',
    ]);
  });

  test('never writes a secret, not even one that the target sends back', async () => {
    const report = await judge({ fault: 'refuses-everybody' });
    const broken = await judge({ fault: 'replay-accepted' });
    const { statements } = labContract;
    expect(report.partial).toContain('$PAYMENT');
    for (const one of [report, broken]) {
      const written = [
        JSON.stringify(one),
        renderText(one, { colors: false, statements }),
        renderJunit(one),
        await renderHtml(one, labContract),
        renderHar(one),
        renderSarif(one, labContract),
        renderMarkdown(one),
      ];
      for (const text of written) {
        expect(text).not.toContain(key.slice(2));
        // The base64 of `{"x402Version"`, with which every payment begins.
        expect(text).not.toContain('eyJ4NDAyVmVyc2lvbiI');
      }
    }
  });
});

describe('conform refuses to begin', () => {
  test.each<[string, LabOptions, Partial<ConformOptions>, RegExp]>([
    ['on a target of web pages', { fault: 'html' }, {}, /returns web pages \(HTML\), so it is not the API/],
    [
      'on a target that never answers',
      { fault: 'silent' },
      { timeout: 200 },
      /cannot be tested: .*no response within 0\.2 s/,
    ],
    ['on a target that is not there', {}, { url: 'http://127.0.0.1:1' }, /the connection was refused/],
    ['with a wrong wallet key', {}, { env: { PAYER_KEY: 'abc' } }, /^PAYER_KEY is not a wallet key/],
    ['without a wallet at level paid', {}, { env: {}, level: 'paid' }, /^Level paid needs the key of a funded wallet/],
    ['with a spend cap of 0 at level paid', {}, { level: 'paid', maxSpend: '0' }, /^The spend cap is 0/],
    ['without control at level controlled', {}, { level: 'controlled' }, /^Level controlled needs the control API/],
    ['for another host', {}, { host: 'other' }, /is for host "lab", but --host is "other"/],
    ['for an unknown rule', {}, { only: ['payment.challenge.shceme'] }, /Did you mean "payment\.challenge\.scheme"\?/],
    ['for an unknown operation', {}, { operation: ['make-forecasts'] }, /Did you mean "make-forecast"\?/],
    ['with a sum that is none', {}, { maxSpend: 'much' }, /^The spend cap "much" is not an amount of USD/],
    ['at a URL that is none', {}, { url: 'gateway' }, /^"gateway" is not the URL of a target/],
    [
      'with a control API that is not there',
      {},
      { control: { url: 'http://127.0.0.1:1', token: 'x' } },
      /cannot be used/,
    ],
  ])('%s', async (_, lab, options, sentence) => {
    await expect(judge(lab, options)).rejects.toThrow(sentence);
    await expect(judge(lab, options)).rejects.toMatchObject({ name: 'UsageError' });
  });
});
