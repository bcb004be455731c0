import { describe, expect, test } from 'vitest';
import { type Change, readTiny } from '../fixtures/tiny.ts';
import { type Code, catalogue } from './catalogue.ts';

type Case = readonly [code: Code, changes: Readonly<Record<string, Change>>, place: string, others?: readonly Code[]];

const translate = 'operations/text/translate.yaml';
const transcribe = 'operations/audio/transcribe.yaml';
const job = 'operations/audio/get-transcription.yaml';
const language = 'schemas/language.yaml';
const machine = 'machines/transcription.yaml';
const price = 'prices/translation.yaml';
const quay = 'hosts/quay.yaml';

/** A mistake for each code, and where it is told. */
const cases: readonly Case[] = [
  ['spec-missing', { 'service.yaml': undefined }, ':1:1'],
  ['file-empty', { 'limits/more.yaml': '# nothing yet\n' }, 'limits/more.yaml:1:1'],
  ['file-misplaced', { 'extras/more.yaml': 'extra: 1\n' }, 'extras/more.yaml:1:1'],
  ['file-kind', { 'limits/more.yaml': 'limit: {}\n' }, 'limits/more.yaml:1:1'],
  ['file-name', { [quay]: ['host: quay', 'host: pier'] }, `${quay}:1:7`],
  ['yaml-syntax', { [quay]: ['prefix: { path: /v2', 'prefix: { path: [/v2'] }, `${quay}:6:39`],
  ['yaml-feature', { [quay]: ['auth: x402', 'auth: !!str x402'] }, `${quay}:5:7`],
  ['yaml-duplicate-key', { [quay]: ['group: per-call', 'group: per-call\ngroup: per-call'] }, `${quay}:4:1`],
  ['yaml-comma', { [machine]: ['summary: Accepted', 'summary: Accepted, not started'] }, `${machine}:6:33`],

  ['key-unknown', { [translate]: ['summary:', 'sumary:'] }, `${translate}:3:1`, ['key-missing']],
  ['key-missing', { [translate]: ['summary: Translate a text\n', ''] }, `${translate}:1:1`],
  ['type-wrong', { 'limits/reads.yaml': ['count: 5', 'count: many'] }, 'limits/reads.yaml:5:12'],
  ['value-unknown', { [translate]: ['settles: after-upstream', 'settles: after-upsteam'] }, `${translate}:14:21`],
  ['text-malformed', { [translate]: ['area: text', 'area: Text Area'] }, `${translate}:2:7`],
  ['value-out-of-range', { 'limits/reads.yaml': ['count: 5', 'count: 0'] }, 'limits/reads.yaml:5:12'],
  ['decimal-unquoted', { 'service.yaml': ['value: "0.002"', 'value: 0.0020'] }, 'service.yaml:9:22'],
  [
    'id-duplicate',
    {
      'limits/more.yaml':
        'limits:\n  language-reads: { summary: Again, count: 1, window: 1, key: ip, error: too-many-reads }\n',
    },
    'limits/reads.yaml:2:3',
  ],

  ['operation-unknown', { 'limits/reads.yaml': ['[list-languages]', '[list-langauges]'] }, 'limits/reads.yaml:4:18'],
  [
    'schema-unknown',
    { [translate]: ['schema: TranslationRequest', 'schema: TranslationsRequest'] },
    `${translate}:8:11`,
    ['schema-unused'],
  ],
  [
    'price-unknown',
    { [translate]: ['per-call: translation', 'per-call: translations'] },
    `${translate}:13:20`,
    ['price-unused'],
  ],
  ['machine-unknown', { [transcribe]: ['id: transcription', 'id: transcriptions'] }, `${transcribe}:15:16`],
  ['error-unknown', { [job]: ['[job-not-found]', '[job-missing]'] }, `${job}:16:10`, ['error-unused']],
  ['catalog-unknown', { [language]: ['catalog: languages', 'catalog: language'] }, `${language}:15:18`],
  ['host-unknown', { [translate]: ['[per-call, balance]', '[percall, balance]'] }, `${translate}:6:9`],
  [
    'limit-unknown',
    { 'operations/text/list-languages.yaml': ['auth: none', 'auth: none\nlimits: [language-read]'] },
    'operations/text/list-languages.yaml:7:10',
  ],
  ['network-unknown', { [quay]: ['network: base-sepolia', 'network: base-sepolla'] }, `${quay}:9:12`],
  ['statement-unknown', { [quay]: ['notes-003, status', 'notes-0003, status'] }, `${quay}:7:31`],
  [
    'statement-excluded',
    {
      'statements/notes/all.yaml': [
        'Every path begins with /v2 }',
        'Every path begins with /v2, excluded: scope text }',
      ],
    },
    `${quay}:7:31`,
  ],
  ['document-unknown', { 'service.yaml': ['  notes: Notes', '  note: Notes'] }, 'statements/notes/all.yaml:1:11'],
  [
    'step-unknown',
    { 'scenarios/quotes.yaml': ['pay: none, with: { body: { text: Ja en nee } }', 'pay: won'] },
    'scenarios/quotes.yaml:8:33',
  ],
  [
    'expectation-unknown',
    { [machine]: ['on: after(1800s), ', 'on: after(1800s), shown-by: quotes.same, '] },
    `${machine}:15:50`,
  ],
  [
    'input-unknown',
    { [translate]: ['per-call: translation', 'per-call: { use: translation, inputs: { sizes: "1" } }'] },
    `${translate}:13:50`,
  ],

  ['path-malformed', { [translate]: ['{prefix}/translate', 'translate'] }, `${translate}:5:7`],
  ['path-parameter-missing', { [job]: ['transcriptions/{id}', 'transcriptions/last'] }, `${job}:12:5`],
  ['path-parameter-undeclared', { [job]: ['transcriptions/{id}', 'transcriptions/{id}/{part}'] }, `${job}:5:7`],
  ['route-duplicate', { [translate]: ['POST {prefix}/translate', 'GET {prefix}/languages'] }, `${translate}:5:7`],
  ['host-payment-missing', { 'hosts/counter.yaml': ['auth: bearer', 'auth: x402'] }, 'hosts/counter.yaml:5:7'],
  [
    'network-domain-missing',
    { 'networks/base-sepolia.yaml': ['  domain: { name: USDC, version: "2" }\n', ''] },
    'networks/base-sepolia.yaml:4:1',
  ],
  ['operation-unpriced', { [job]: ['auth: none', 'auth: payment'] }, `${job}:7:7`],
  [
    'rule-duplicate',
    {
      'scenarios/quotes.yaml': [
        '    expects:\n',
        '    expects:\n      - { rule: same-price, summary: One is free, must: one.status == 200 }\n',
      ],
    },
    'scenarios/quotes.yaml:11:15',
  ],

  ['cel-syntax', { [price]: ['max(size * rate, least)', 'max(size * rate, least'] }, `${price}:8:32`],
  ['cel-variable-unknown', { [price]: ['max(size * rate, least)', 'max(size * rates, least)'] }, `${price}:8:21`],
  ['cel-field-unknown', { [price]: ['characters(request.text)', 'characters(request.texts)'] }, `${price}:7:20`],
  ['cel-function-unknown', { [price]: ['characters(request.text)', 'character(request.text)'] }, `${price}:7:9`],
  ['cel-arguments', { [price]: ['characters(request.text)', 'characters(request.text, 1)'] }, `${price}:7:9`],
  ['cel-type', { [price]: ['max(size * rate, least)', 'max(size * request.to, least)'] }, `${price}:8:21`],
  [
    'cel-not-bool',
    { [translate]: ['must: characters(request.text) <= 500', 'must: characters(request.text)'] },
    `${translate}:20:11`,
  ],
  ['cel-not-number', { [price]: ['formula: max(size * rate, least)', 'formula: request.to'] }, `${price}:8:10`],

  [
    'price-example-wrong',
    { 'prices/transcription.yaml': ['usd: "0.015"', 'usd: "0.0085"'] },
    'prices/transcription.yaml:13:102',
  ],
  ['price-example-fails', { [price]: ['to: eu }', 'to: xx }'] }, `${price}:15:5`],
  ['price-input-unused', { [price]: ['inputs:\n', 'inputs:\n  spare: "1"\n'] }, `${price}:6:3`],
  ['price-breakdown-wrong', { [price]: ['  minimum: max(least - size * rate, 0)\n', ''] }, `${price}:13:5`],

  ['machine-initial-unknown', { [machine]: ['initial: waiting', 'initial: wating'] }, `${machine}:4:10`],
  [
    'machine-state-unknown',
    { [machine]: ['to: finished', 'to: finishd'] },
    `${machine}:13:49`,
    ['machine-state-unreachable'],
  ],
  [
    'machine-state-unreachable',
    { [machine]: ['states:\n', 'states:\n  lost: { summary: Nowhere, final: true }\n'] },
    `${machine}:6:3`,
  ],
  ['machine-final-exits', { [machine]: ['from: running, on: after', 'from: finished, on: after'] }, `${machine}:15:13`],
  ['machine-dead-end', { [machine]: ['transcript is there, final: true', 'transcript is there'] }, `${machine}:8:3`],
  ['machine-after-seconds', { [machine]: ['on: after(1800s)', 'on: after'] }, `${machine}:15:26`],

  ['schema-keyword-unknown', { [language]: ['minLength: 1', 'minLenght: 1'] }, `${language}:9:9`],
  ['schema-keyword-wrong', { [language]: ['minLength: 1', 'minLength: one'] }, `${language}:9:20`],
  ['schema-bounds', { [language]: ['minLength: 1', 'minLength: 3000'] }, `${language}:10:20`, ['example-invalid']],
  ['schema-pattern', { 'errors/service.yaml': ['"^[0-9]+$"', '"^[0-9+$"'] }, 'errors/service.yaml:13:54'],
  [
    'schema-required-undescribed',
    { [language]: ['required: [text, usage]', 'required: [text, usages]'] },
    `${language}:21:22`,
  ],
  ['schema-default-invalid', { [language]: ['default: plain', 'default: plane'] }, `${language}:18:61`],
  [
    'schema-annotation-idle',
    { [language]: ['type: notes-013, minLength', 'kind: notes-013, minLength'] },
    `${language}:11:38`,
  ],

  ['example-invalid', { [translate]: ['to: nl }', 'to: klingon }'] }, `${translate}:26:9`],
  ['violation-ineffective', { [translate]: ['<= 500', '<= 5000'] }, `${translate}:24:5`],
  ['catalog-key-missing', { 'catalogs/languages.yaml': ['code: fo, ', ''] }, 'catalogs/languages.yaml:9:5'],
  ['catalog-key-duplicate', { 'catalogs/languages.yaml': ['code: fo', 'code: eu'] }, 'catalogs/languages.yaml:9:29'],
  ['question-missing', { 'questions/audio-window.yaml': undefined }, `${transcribe}:14:74`],

  ['schema-unused', { [language]: ['schemas:\n', 'schemas:\n  Spare: { type: string }\n'] }, `${language}:2:3`],
  [
    'error-unused',
    { 'errors/service.yaml': ['errors:\n', 'errors:\n  spare: { http: 500, summary: Spare, charged: false }\n'] },
    'errors/service.yaml:2:3',
  ],
  [
    'price-unused',
    {
      'prices/spare.yaml':
        'price: spare\nkind: quoted\nsummary: Spare\ninputs: {}\nformula: "1"\nbreakdown: {}\nrounding: up\n',
    },
    'prices/spare.yaml:1:8',
  ],
  [
    'limit-unused',
    { 'limits/reads.yaml': ['operations: [list-languages]\n', 'operations: []\n'] },
    'limits/reads.yaml:2:3',
  ],
  [
    'catalog-open-unknown',
    { 'catalogs/languages.yaml': ['code: fo', 'code: fo, open: [speed]'] },
    'catalogs/languages.yaml:9:39',
  ],
  ['catalog-unused', { 'catalogs/spare.yaml': 'catalog: spare\nkey: id\nentries: []\n' }, 'catalogs/spare.yaml:1:10'],
  [
    'machine-unused',
    {
      'machines/spare.yaml':
        'machine: spare\nsummary: Spare\ninitial: on\nstates: { on: { summary: On, final: true } }\ntransitions: []\n',
    },
    'machines/spare.yaml:1:10',
  ],
];

describe('catalogue', () => {
  test('finds no mistake in the small specification', () => {
    expect(readTiny().diagnostics).toEqual([]);
  });

  for (const [code, changes, place, others = []] of cases)
    test(`reports ${code}`, () => {
      const { diagnostics, model } = readTiny(changes);
      const told = diagnostics.map((each) =>
        `${each.code} ${each.file}:${each.line}:${each.column}`.replace('tiny/', ''),
      );
      expect(told).toContain(`${code} ${place}`.replace(' :', ' tiny:'));
      expect([...new Set(diagnostics.map((each) => each.code))].sort()).toEqual([code, ...others].sort());
      expect(model === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'));
    });

  test('has a case for every code', () => {
    expect([...new Set(cases.map(([code]) => code))].sort()).toEqual(Object.keys(catalogue).sort());
  });
});
