import { describe, expect, test } from 'vitest';
import { type Change, readTiny } from '../fixtures/tiny.ts';
import type { HostView, Model, Rule } from './types.ts';

function modelOf(changes: Readonly<Record<string, Change>> = {}): Model {
  const { model, diagnostics } = readTiny(changes);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (!model) throw new Error('There is no model.');
  return model;
}

function viewOf(model: Model, host: string): HostView {
  const view = model.hosts.find((each) => each.host.id === host);
  if (!view) throw new Error(`There is no host ${host}.`);
  return view;
}

function ruleOf(model: Model, id: string): Rule | undefined {
  return model.rules.find((rule) => rule.id === id);
}

const model = modelOf();
const quay = viewOf(model, 'quay');
const counter = viewOf(model, 'counter');

describe('buildModel', () => {
  test('freezes all of it', () => {
    const loose: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if (!Object.isFrozen(value)) loose.push(path);
      const entries = value instanceof Map ? [...value] : Object.entries(value);
      for (const [key, inner] of entries) visit(inner, `${path}/${key}`);
    };
    visit(model, '');
    expect(loose).toEqual([]);
  });

  test('makes views of plain JSON', () => {
    for (const view of model.hosts) expect(JSON.parse(JSON.stringify(view))).toEqual(view);
  });

  test('tells the file of every entry and the places that name every statement', () => {
    expect(model.sources.get('operation/translate')).toBe('operations/text/translate.yaml');
    expect(model.sources.get('schema/Usage')).toBe('schemas/language.yaml');
    expect(model.references.get('notes-022')).toContain('machines/transcription.yaml:3');
    expect([...model.statements.keys()].filter((id) => !model.references.has(id))).toEqual([]);
  });

  test('gives a host only what it uses', () => {
    expect(counter.operations.map(({ id }) => id)).toEqual(['list-languages', 'translate']);
    expect(Object.keys(counter.prices)).toEqual(['counter-use']);
    expect(Object.keys(counter.machines)).toEqual([]);
    expect(Object.keys(counter.schemas)).toEqual([
      'Language',
      'LanguageList',
      'Translation',
      'TranslationRequest',
      'Usage',
    ]);
    expect(Object.keys(counter.errors)).not.toContain('payment-required');
    expect(Object.keys(quay.errors)).not.toContain('unauthorized');
  });

  test('resolves paths with prefix and segments', () => {
    const job = quay.operations.find(({ id }) => id === 'get-transcription');
    expect(job).toMatchObject({
      path: '/v2/desk/transcriptions/{id}',
      template: '/v2/{desk}/transcriptions/{id}',
      segments: { desk: 'desk' },
    });
  });

  test('makes an operation of each line of a file', () => {
    const lines = 'http:\n  - GET {prefix}/languages\n  - POST {prefix}/languages';
    const changed = modelOf({ 'operations/text/list-languages.yaml': ['http: GET {prefix}/languages', lines] });
    const found = viewOf(changed, 'quay').operations.filter(({ path }) => path === '/v2/languages');
    expect(found.map(({ id, method, errors }) => [id, method, errors])).toEqual([
      ['list-languages', 'GET', ['too-many-reads']],
      ['list-languages-post', 'POST', ['too-many-reads']],
    ]);
    expect(ruleOf(changed, 'list-languages-post.exists')?.summary).toBe('POST {prefix}/languages is served');
    expect(changed.sources.get('operation/list-languages-post')).toBe('operations/text/list-languages.yaml');
  });

  test('holds a closed operation to nothing but the error that every call gets', () => {
    const { rules } = modelOf({
      'operations/audio/get-transcription.yaml': ['area: audio', 'area: audio\nclosed: job-not-found'],
    });
    const own = rules.filter(({ operation }) => operation === 'get-transcription').map(({ id }) => id);
    expect(own).toContain('get-transcription.errors.job-not-found');
    expect(own).not.toContain('get-transcription.exists');
  });

  test.each([
    ['', 'after-upstream'],
    ['transport: { settles: on-accept }\n', 'on-accept'],
  ])('settles a payment whose operation says nothing as its transport says', (transport, settles) => {
    const { hosts } = modelOf({
      'operations/text/translate.yaml': ['payment: { settles: after-upstream, from: notes-005 }\n', ''],
      ...(transport && { 'protocol/travel.yaml': `protocol: travel\nhosts: [per-call]\n${transport}` }),
    });
    const sold = hosts.map(({ operations }) => operations.find(({ id }) => id === 'translate')?.payment?.settles);
    expect(sold.toSorted()).toEqual([settles, undefined]);
  });

  test('says who may call', () => {
    const auth = (view: HostView) => Object.fromEntries(view.operations.map((each) => [each.id, each.auth]));
    expect(auth(quay)).toEqual({
      'get-transcription': 'none',
      transcribe: 'payment',
      'list-languages': 'none',
      translate: 'payment',
    });
    expect(auth(counter)).toEqual({ 'list-languages': 'none', translate: 'key' });
  });

  test('keeps catalogs of a field and strips what contracts do not carry', () => {
    expect(quay.schemas.TranslationRequest?.properties).toMatchObject({ to: { type: 'string', catalog: 'languages' } });
    expect(JSON.stringify(quay.schemas)).not.toMatch(/"(from|status|hosts)":/);
  });

  test('leaves out properties that a host does not have', () => {
    const changes = {
      'schemas/language.yaml': [
        'type: string, enum: [plain, formal]',
        'type: string, hosts: [balance], enum: [plain, formal]',
      ],
    } as const;
    const changed = modelOf(changes);
    expect(viewOf(changed, 'quay').schemas.TranslationRequest?.properties).not.toHaveProperty('tone');
    expect(viewOf(changed, 'counter').schemas.TranslationRequest?.properties).toHaveProperty('tone');
    expect(ruleOf(changed, 'translate.tone.enum')?.hosts).toEqual(['counter']);
  });

  test('gives transitions an id of their own for each state they leave', () => {
    expect(quay.machines.transcription?.transitions.map(({ id }) => id)).toMatchInlineSnapshot(`
      [
        "transcription.waiting.upstream-started",
        "transcription.running.upstream-finished",
        "transcription.waiting.upstream-failed",
        "transcription.running.upstream-failed",
        "transcription.running.after-1800s",
      ]
    `);
    expect(quay.machines.transcription?.transitions.at(-1)).toMatchObject({ on: 'after(1800s)', after: 1800 });
  });
});

describe('rules', () => {
  test('have readable ids, once each', () => {
    expect(model.rules.map(({ id }) => id)).toMatchInlineSnapshot(`
      [
        "get-transcription.errors.job-not-found",
        "get-transcription.exists",
        "get-transcription.id.min-length",
        "get-transcription.response.charged.type",
        "get-transcription.response.id.required",
        "get-transcription.response.id.type",
        "get-transcription.response.state.enum",
        "get-transcription.response.state.required",
        "get-transcription.response.state.type",
        "get-transcription.response.transcript.type",
        "get-transcription.response.type",
        "limits.language-reads.list-languages",
        "list-languages.errors.too-many-reads",
        "list-languages.exists",
        "list-languages.response.languages.items.code.required",
        "list-languages.response.languages.items.code.type",
        "list-languages.response.languages.items.type",
        "list-languages.response.languages.required",
        "list-languages.response.languages.type",
        "list-languages.response.type",
        "payment.challenge.network",
        "payment.challenge.required",
        "small-translations.same-price",
        "transcribe.audio-url.format",
        "transcribe.audio-url.required",
        "transcribe.audio-url.type",
        "transcribe.errors.invalid-body",
        "transcribe.errors.invalid-json",
        "transcribe.errors.upstream-failed",
        "transcribe.exists",
        "transcribe.price.amount",
        "transcribe.response.charged.type",
        "transcribe.response.id.required",
        "transcribe.response.id.type",
        "transcribe.response.state.enum",
        "transcribe.response.state.required",
        "transcribe.response.state.type",
        "transcribe.response.transcript.type",
        "transcribe.response.type",
        "transcribe.seconds.maximum",
        "transcribe.seconds.minimum",
        "transcribe.seconds.required",
        "transcribe.seconds.type",
        "transcribe.served",
        "transcribe.type",
        "transcribe.unknown-keys",
        "transcription.always.broken",
        "transcription.always.finished",
        "transcription.running.after-1800s",
        "transcription.running.upstream-failed",
        "transcription.running.upstream-finished",
        "transcription.waiting.upstream-failed",
        "transcription.waiting.upstream-started",
        "translate.errors.invalid-body",
        "translate.errors.invalid-json",
        "translate.errors.unknown-language",
        "translate.errors.upstream-failed",
        "translate.exists",
        "translate.formal-is-short",
        "translate.price.amount",
        "translate.response.text.required",
        "translate.response.text.type",
        "translate.response.type",
        "translate.response.usage.required",
        "translate.response.usage.type",
        "translate.response.usage.units.minimum",
        "translate.response.usage.units.required",
        "translate.response.usage.units.type",
        "translate.served",
        "translate.text.max-length",
        "translate.text.min-length",
        "translate.text.required",
        "translate.text.type",
        "translate.to.catalog",
        "translate.to.required",
        "translate.to.type",
        "translate.tone.default",
        "translate.tone.enum",
        "translate.tone.type",
        "translate.type",
        "translate.unknown-keys",
      ]
    `);
  });

  test('take statements from the keyword, else the field, else the schema, else the operation', () => {
    const from = (id: string) => ruleOf(model, id)?.from;
    expect(from('translate.text.max-length')).toEqual(['notes-014', 'notes-025']);
    expect(from('translate.tone.enum')).toEqual(['notes-016', 'notes-025']);
    expect(from('translate.type')).toEqual(['notes-007', 'notes-013', 'notes-025']);
    expect(from('translate.response.usage.required')).toEqual(['notes-017']);
    expect(from('list-languages.errors.too-many-reads')).toEqual(['notes-030']);
  });

  test('of one price hold the statements of its examples too', () => {
    expect(ruleOf(model, 'transcribe.price.amount')).toMatchObject({
      from: ['notes-011', 'notes-012'],
      subject: 'transcription',
      tier: 'must',
    });
  });

  test('have the tier of their status', () => {
    const tier = (status: string) => {
      const changes = {
        'schemas/language.yaml': [
          'default: plain, from: notes-016',
          `default: plain, from: notes-016, status: ${status}`,
        ],
      } as const;
      return ruleOf(modelOf(changes), 'translate.tone.enum')?.tier;
    };
    expect(['stated', 'derived', 'assumed', 'conflict', 'unknown'].map(tier)).toEqual([
      'must',
      'must',
      'info',
      'must',
      'none',
    ]);
  });

  test('of a property whose presence is open assert nothing of it, and do not require it', () => {
    const changed = modelOf({
      'schemas/language.yaml': ['default: plain, from: notes-016', 'from: notes-016, status: { required: unknown }'],
    });
    expect(ruleOf(changed, 'translate.tone.required')).toMatchObject({
      tier: 'none',
      from: ['notes-016', 'notes-025'],
    });
    expect(ruleOf(changed, 'translate.tone.enum')?.tier).toBe('must');
    expect(viewOf(changed, 'counter').schemas.TranslationRequest?.required).toEqual(['text', 'to']);
    expect(ruleOf(model, 'translate.tone.required')).toBeUndefined();
  });

  test('of requests are free where a payment is asked for', () => {
    expect(ruleOf(model, 'translate.text.max-length')?.level).toBe('free');
    expect(counter.rules.find(({ id }) => id === 'translate.text.max-length')?.level).toBe('paid');
  });

  test('name the hosts on which they hold, in every view', () => {
    for (const view of model.hosts) {
      for (const rule of view.rules) {
        expect(rule.hosts).toContain(view.host.id);
        expect(rule.hosts).toEqual(ruleOf(model, rule.id)?.hosts);
      }
    }
  });

  test('resolve each statement that they name', () => {
    for (const view of model.hosts) {
      for (const id of view.rules.flatMap(({ from }) => from)) expect(view.statements).toHaveProperty(id);
    }
  });
});
