import { describe, expect, test } from 'vitest';
import { type Change, readTiny } from '../fixtures/tiny.ts';
import { render } from './render.ts';

function rendered(changes: Readonly<Record<string, Change>>): string {
  return readTiny(changes)
    .diagnostics.map((diagnostic) => render(diagnostic))
    .join('\n');
}

describe('render', () => {
  test('offers the nearest key', () => {
    expect(rendered({ 'limits/reads.yaml': ['window: 60 #', 'windw: 60 #'] })).toMatchInlineSnapshot(`
      "tiny/limits/reads.yaml:2:3 - error key-missing: Missing required key "window".

        1 | limits:
      > 2 |   language-reads:
          |   ^^^^^^^^^^^^^^
        3 |     summary: Reads of the list for each address

      tiny/limits/reads.yaml:6:5 - error key-unknown: Unknown key "windw". Did you mean "window"?

        5 |     count: 5
      > 6 |     windw: 60 # seconds
          |     ^^^^^
        7 |     key: ip
      "
    `);
  });

  test('marks the place within an expression that spans lines', () => {
    const changes = {
      'prices/translation.yaml': [
        'formula: max(size * rate, least)',
        'formula: >-\n  max(\n    size * rat,\n    least)',
      ],
    } as const;
    expect(rendered(changes)).toMatchInlineSnapshot(`
      "tiny/prices/translation.yaml:10:12 - error cel-variable-unknown: Unknown variable "rat". Did you mean "rate"?

         9 |   max(
      > 10 |     size * rat,
           |            ^^^
        11 |     least)
      "
    `);
  });

  test('marks the place within a quoted expression', () => {
    const changes = {
      'machines/transcription.yaml': ['"!response.charged"', '"response.state == \\"broken\\" && !response.charge"'],
    } as const;
    expect(rendered(changes)).toMatchInlineSnapshot(`
      "tiny/machines/transcription.yaml:17:61 - error cel-field-unknown: \`response\` (an object) has no field "charge". Did you mean "charged"?

        16 | always:
      > 17 |   - { in: [broken], then: "response.state == \\"broken\\" && !response.charge", statements: notes-024 }
           |                                                             ^^^^^^^^^^^^^^^
        18 |   - { in: [finished], then: has(response.transcript), statements: notes-023 }
      "
    `);
  });

  test('reports the price that an example should state', () => {
    expect(rendered({ 'prices/transcription.yaml': ['usd: "0.015"', 'usd: "0.013"'] })).toMatchInlineSnapshot(`
      "tiny/prices/transcription.yaml:13:102 - error price-example-wrong: The example states 0.013 USD, but the formula gives 0.015 USD.

        12 | examples:
      > 13 |   - { operation: transcribe, request: { audio_url: "https://quay.example/a.ogg", seconds: 61 }, usd: "0.013", from: notes-012 }
           |                                                                                                      ^^^^^^^
      "
    `);
  });

  test('reports every mistake at once, by file and place', () => {
    const changes = {
      'service.yaml': ['"0.004"', '0.004'],
      'hosts/quay.yaml': ['auth: x402', 'auth: x403'],
      'schemas/audio.yaml': ['format: uri', 'format: url'],
      'machines/transcription.yaml': ['to: finished', 'to: finishd'],
    } as const;
    const reported = readTiny(changes).diagnostics.map(
      ({ code, file, line, column }) => `${file}:${line}:${column} ${code}`,
    );
    expect(reported).toMatchInlineSnapshot(`
      [
        "tiny/hosts/quay.yaml:5:7 value-unknown",
        "tiny/machines/transcription.yaml:8:3 machine-state-unreachable",
        "tiny/machines/transcription.yaml:13:49 machine-state-unknown",
        "tiny/schemas/audio.yaml:6:42 schema-keyword-wrong",
        "tiny/service.yaml:10:19 decimal-unquoted",
      ]
    `);
  });
});
