import type { Contract, JsonSchema, Operation, Rule, RuleKind } from '../contract/contract.ts';
import { at, binary, call, decimal, formula, read } from './trees.ts';

const stated = { from: ['shop-1'], status: 'stated' } as const;

const schemas: Record<string, JsonSchema> = {
  Print: {
    type: 'object',
    required: ['paper', 'title'],
    additionalProperties: false,
    properties: {
      paper: { type: 'string', catalog: 'papers', error: 'unknown-paper' },
      size: { type: 'string', default: 'a4' },
      copies: { type: 'integer', minimum: 1, maximum: 20, default: 2 },
      title: { type: 'string', minLength: 1, maxLength: 12 },
      finish: { type: 'string', enum: ['matt', 'gloss'] },
      gap: { type: 'number', minimum: 0, maximum: 2 },
      pages: { type: 'array', minItems: 1, maxItems: 3, items: { $ref: '#/schemas/Page' } },
    },
  },
  Page: {
    type: 'object',
    required: ['kind'],
    additionalProperties: false,
    properties: { kind: { type: 'string', enum: ['text', 'photo'] }, body: { type: 'string' } },
    allOf: [
      {
        if: { properties: { kind: { const: 'text' } } },
        // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
        then: { properties: { body: { type: 'string', minLength: 2 } } },
      },
    ],
  },
  Printed: {
    type: 'object',
    required: ['sheets', 'state'],
    properties: {
      state: { type: 'string', enum: ['done', 'waiting'] },
      ready_at: { type: 'integer' },
      sheets: {
        type: 'array',
        items: { type: 'object', required: ['number'], properties: { number: { type: 'integer' } } },
      },
    },
  },
  Speech: {
    type: 'object',
    required: ['text'],
    properties: { text: { type: 'string', minLength: 1, maxLength: 4000 }, slow: { type: 'boolean', default: false } },
  },
};

const line = call('catalog', 'papers', read('request.paper'));

function operation(
  part: Pick<Operation, 'id' | 'path' | 'body' | 'price' | 'example'> & Partial<Operation>,
): Operation {
  return {
    ...stated,
    area: 'shop',
    summary: part.id,
    method: 'POST',
    template: part.path,
    wide: [],
    segments: {},
    auth: 'payment',
    payment: { ...stated, settles: 'after-upstream' },
    responses: [],
    errors: ['invalid-body', 'unknown-paper', 'no-such-size'],
    conditions: [],
    ensures: [],
    ...part,
  };
}

const makePrint = operation({
  id: 'make-print',
  path: '/api/prints',
  body: {
    contentType: 'application/json',
    contentTypes: ['application/json'],
    schema: { $ref: '#/schemas/Print' },
    unknownKeys: 'rejected',
    validates: 'before-challenge',
    status: 'stated',
  },
  price: { id: 'print', inputs: {} },
  responses: [
    {
      ...stated,
      http: 200,
      contentType: 'application/json',
      description: 'The sheets',
      schema: { $ref: '#/schemas/Printed' },
      headers: { 'X-Press': { type: 'string', pattern: '^[0-9]+$' } },
    },
  ],
  conditions: [
    {
      ...stated,
      id: 'make-print.size-offered',
      summary: 'The size is one of the paper',
      when: formula(call('known', 'papers', read('request.paper'))),
      must: formula(binary(read('request.size'), 'in', { op: 'field', of: line, name: 'rates' })),
      error: 'no-such-size',
      names: 'size',
      violation: { body: { size: 'a9' } },
    },
  ],
  ensures: [
    {
      ...stated,
      id: 'make-print.response.sheet-count',
      summary: 'There is a sheet for each copy',
      when: formula(binary(read('status'), '==', 200)),
      must: formula(binary(call('size', read('response.sheets')), '==', read('request.copies'))),
    },
  ],
  example: { body: { paper: 'plain', title: 'Hello', pages: [{ kind: 'text', body: 'Hi' }] } },
});

const makeSpeech = operation({
  id: 'make-speech',
  path: '/api/speech',
  body: {
    contentType: 'application/json',
    contentTypes: ['application/json'],
    schema: { $ref: '#/schemas/Speech' },
    unknownKeys: 'ignored',
    validates: 'unknown',
    status: 'stated',
  },
  price: { id: 'speech', inputs: {} },
  example: { body: { text: 'Hello there' } },
});

const keywordsOf: Record<string, readonly string[]> = {
  paper: ['required', 'type', 'catalog'],
  size: ['type', 'default'],
  copies: ['type', 'minimum', 'maximum', 'default'],
  title: ['required', 'type', 'minLength', 'maxLength'],
  finish: ['type', 'enum'],
  gap: ['type', 'minimum', 'maximum'],
  pages: ['type', 'minItems', 'maxItems'],
  'pages.items.kind': ['required', 'type', 'enum'],
  'pages.items.body': ['minLength'],
};

function rule(id: string, kind: RuleKind, operationId: string, rest: Partial<Rule> = {}): Rule {
  const common = { hosts: ['shop'], summary: id, operation: operationId, level: 'free' } as const;
  return { ...stated, ...common, id, kind, tier: 'must', subject: id, ...rest };
}

function fieldRules(): Rule[] {
  return Object.entries(keywordsOf).flatMap(([field, keywords]) =>
    keywords.map((keyword) =>
      rule(`make-print.${field}.${keyword}`, 'request', 'make-print', {
        schema: { in: 'body', path: field.split('.'), keyword },
        ...(keyword === 'catalog' && { error: 'unknown-paper' }),
      }),
    ),
  );
}

function answerRule(path: readonly string[], keyword: string, part: 'response' | 'headers' = 'response'): Rule {
  const id = `make-print.${part}.${[...path, keyword].join('.')}`;
  return rule(id, 'response', 'make-print', { schema: { in: part, status: 200, path, keyword }, level: 'paid' });
}

function error(id: string, http = 400) {
  return { ...stated, id, http, summary: id, headers: {}, charged: false, names: true } as const;
}

/** The contract of a small service with two paid operations and rules of every kind about schemas and formulas. */
export const shopContract: Contract = {
  contract: 1,
  service: {
    id: 'shop',
    title: 'Shop',
    version: '1.0.0',
    description: 'Prints.',
    constants: { fee: '0.001', margin: '0.05' },
  },
  host: { ...stated, id: 'shop', title: 'Shop', group: 'pay-per-call', auth: 'x402', prefix: '/api', absent: [] },
  schemas,
  operations: [makePrint, makeSpeech],
  prices: {
    print: {
      ...stated,
      id: 'print',
      kind: 'quoted',
      summary: 'Rate by size for each copy',
      inputs: { rate: formula(at({ op: 'field', of: line, name: 'rates' }, read('request.size'))) },
      formula: formula(
        binary(
          binary(binary(read('rate'), '*', read('request.copies')), '*', binary(1, '+', read('margin'))),
          '+',
          read('fee'),
        ),
      ),
      breakdown: {},
      rounding: 'half-up',
      roundingStatus: 'stated',
      sides: [],
      examples: [{ operation: 'make-print', request: { paper: 'plain', title: 'x' }, usd: '0.022', from: [] }],
    },
    speech: {
      ...stated,
      id: 'speech',
      kind: 'quoted',
      summary: 'Characters, with a minimum',
      inputs: {},
      formula: formula(
        call('max', decimal('0.003'), binary(call('characters', read('request.text')), '*', decimal('0.0000525'))),
      ),
      breakdown: {},
      rounding: 'half-up',
      roundingStatus: 'stated',
      sides: [],
      examples: [],
    },
  },
  catalogs: {
    papers: {
      ...stated,
      id: 'papers',
      key: 'id',
      entries: [
        { ...stated, label: 'Plain', values: { id: 'plain', rates: { a4: '0.01', a3: '0.03' } } },
        { ...stated, label: 'Fine', values: { id: 'fine', rates: { a4: '0.04', a5: '0.00001' } } },
        { ...stated, label: 'Rough', values: { id: 'rough', rates: { a4: '0.02' } } },
      ],
    },
  },
  machines: {},
  errors: {
    'invalid-body': error('invalid-body'),
    'unknown-paper': error('unknown-paper'),
    'no-such-size': error('no-such-size', 422),
  },
  limits: [],
  scenarios: [],
  rules: [
    rule('make-print.exists', 'operation', 'make-print'),
    ...fieldRules(),
    rule('make-print.size-offered', 'condition', 'make-print'),
    rule('make-print.unknown-keys', 'unknown-keys', 'make-print'),
    rule('make-speech.unknown-keys', 'unknown-keys', 'make-speech'),
    rule('make-print.response.sheet-count', 'ensures', 'make-print', { level: 'paid' }),
    answerRule([], 'type'),
    answerRule(['sheets'], 'required'),
    answerRule(['state'], 'enum'),
    answerRule(['sheets', 'items', 'number'], 'type'),
    answerRule(['X-Press'], 'required', 'headers'),
    answerRule(['X-Press'], 'pattern', 'headers'),
    rule('make-print.price.amount', 'price', 'make-print', { subject: 'print' }),
    rule('make-speech.price.amount', 'price', 'make-speech', { subject: 'speech' }),
    rule('make-speech.text.maxLength', 'request', 'make-speech', {
      schema: { in: 'body', path: ['text'], keyword: 'maxLength' },
    }),
  ],
  statements: {},
};
