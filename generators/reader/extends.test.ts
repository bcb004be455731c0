import { describe, expect, test } from 'vitest';
import { readFiles, readSpec } from '../read.ts';
import { baseOf } from './extends.ts';
import { loadFiles } from './load.ts';
import { SourceFile } from './source.ts';

describe('a specification that extends the x402 standard', () => {
  test('has the rules, errors and statements of the standard, and no payment rules of its own', async () => {
    const { model, diagnostics } = await readSpec('examples/weather/spec');
    expect(diagnostics).toEqual([]);
    expect(model?.documents).toEqual([
      { id: 'offer', title: 'What the weather service promises' },
      { id: 'x402', title: 'The x402 v2 standard' },
    ]);
    const [host] = model?.hosts ?? [];
    expect(host?.rules.find(({ id }) => id === 'payment.challenge.required')?.from).toEqual(['x402-001', 'x402-031']);
    expect(host?.statements['x402-001']?.text).toContain('402');
    expect(Object.keys(host?.errors ?? {})).toContain('payment-replay');
  });

  test('names it as a standard of a package', () => {
    expect(baseOf('examples/weather/spec')).toMatchObject({
      name: 'tollwright/x402',
      folder: expect.stringMatching(/spec.standards.x402$/),
    });
  });
});

describe('an entry of the same id as one that is extended', async () => {
  const base = (await loadFiles('examples/weather/spec')) ?? [];

  /** The weather service with a file of its own. */
  const withFile = (name: string, text: string) => readFiles([...base, new SourceFile(name, name, text)], 'spec');

  test('has its own keys and those that it leaves out, and follows from the statements of both', () => {
    const text = `protocol: own\nhosts: [per-call]\nrules:\n  payment.challenge.asset: { from: offer-001, level: paid }\n`;
    const { model, diagnostics } = withFile('protocol/own.yaml', text);
    expect(diagnostics).toEqual([]);
    expect(model?.rules.find(({ id }) => id === 'payment.challenge.asset')).toMatchObject({
      summary: 'Every offer has an asset',
      from: ['offer-001', 'x402-017'],
      level: 'paid',
    });
  });

  test('changes the body of an error and nothing else of it', () => {
    const text = `errors:\n  payment-required:\n    body: { type: object, properties: { error: { const: Pay } } }\n`;
    const { model } = withFile('errors/own.yaml', text);
    expect(model?.hosts[0]?.errors['payment-required']).toMatchObject({
      http: 402,
      summary: 'The request has no payment',
      body: { properties: { error: { const: 'Pay' } } },
    });
  });

  test('has the place of its id where a mistake is in an inherited key', () => {
    const text = `protocol: own\nrules:\n  payment.challenge.asset: { unheard: of }\n`;
    const { diagnostics } = withFile('protocol/own.yaml', text);
    expect(diagnostics).toMatchObject([{ code: 'key-unknown', file: 'protocol/own.yaml', line: 3 }]);
  });

  test('is a mistake where both stand in one specification', () => {
    const rule = 'http.unknown-path: { summary: Unknown path returns 404, level: free }';
    const { diagnostics } = withFile('protocol/own.yaml', `protocol: own\nrules:\n  ${rule}\n`);
    expect(diagnostics).toMatchObject([{ code: 'id-duplicate' }]);
  });
});

test('a transport changes that of the standard, whatever its file is called', async () => {
  const all = (await loadFiles('examples/weather/spec')) ?? [];
  const files = all.filter(({ name }) => name !== 'protocol/payments.yaml');
  const text = `protocol: own\ntransport: { receipt: { headers: { X-Receipt: { content: settlement } } } }\n`;
  const { model, diagnostics } = readFiles(
    [...files, new SourceFile('protocol/own.yaml', 'protocol/own.yaml', text)],
    '',
  );
  expect(diagnostics).toEqual([]);
  expect(model?.hosts[0]?.host.payment?.transport).toMatchObject({
    payment: { versions: [2, 1] },
    receipt: { headers: { 'X-Receipt': 'settlement' } },
  });
});
