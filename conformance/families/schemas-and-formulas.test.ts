import { describe, expect, test } from 'vitest';
import type { Family } from '../check/family.ts';
import type { Outcome } from '../check/outcome.ts';
import type { Rule } from '../contract/contract.ts';
import { NotTestable, UnexpectedResponse } from '../http/interruption.ts';
import { mayChange } from '../run/prejudge.ts';
import { shopContract } from '../testing/shop-contract.ts';
import { createShopRun, type ShopRunOptions } from '../testing/shop-run.ts';
import { createShop, type ShopFault } from '../testing/shop.ts';
import { conditionFamily } from './condition.ts';
import { ensuresFamily } from './ensures.ts';
import { operationFamily } from './operation.ts';
import { priceFamily } from './price.ts';
import { requestFamily } from './request.ts';
import { responseFamily } from './response.ts';
import { unknownKeysFamily } from './unknown-keys.ts';

const families: readonly Family[] = [
  conditionFamily,
  ensuresFamily,
  operationFamily,
  priceFamily,
  requestFamily,
  responseFamily,
  unknownKeysFamily,
];

async function verdictOf(rule: Rule, run: ReturnType<typeof createShopRun>): Promise<Outcome> {
  const family = families.find(({ kind }) => kind === rule.kind);
  if (!family) throw new Error(`Rules of kind ${rule.kind} have no family here.`);
  try {
    return await family.check(rule, run);
  } catch (error) {
    if (error instanceof NotTestable) return { verdict: 'not-testable', reason: error.reason, detail: error.message };
    if (error instanceof UnexpectedResponse) return { verdict: 'error', detail: error.message };
    throw error;
  }
}

async function outcomes(options: ShopRunOptions): Promise<Map<string, Outcome>> {
  const run = createShopRun(options);
  const found = new Map<string, Outcome>();
  const again: Rule[] = [];
  for (const rule of run.contract.rules) {
    const outcome = await verdictOf(rule, run);
    found.set(rule.id, outcome);
    if (mayChange(rule, outcome)) again.push(rule);
  }
  // As at the end of a run, when all responses are there.
  for (const rule of again) found.set(rule.id, await verdictOf(rule, run));
  return found;
}

function idsOf(found: ReadonlyMap<string, Outcome>, verdict: Outcome['verdict']): string[] {
  return [...found].filter(([, outcome]) => outcome.verdict === verdict).map(([id]) => id);
}

/** The rules that each fault breaks; no other rule may fail. */
const broken: Readonly<Partial<Record<ShopFault, readonly string[]>>> = {
  'copies-to-21': ['make-print.copies.maximum'],
  'copies-to-19': ['make-print.copies.maximum'],
  'copies-from-0': ['make-print.copies.minimum'],
  'copies-as-text': ['make-print.copies.type'],
  'half-copies': ['make-print.copies.type'],
  'gap-to-2.001': ['make-print.gap.maximum'],
  'title-in-bytes': ['make-print.title.maxLength'],
  'title-to-13': ['make-print.title.maxLength'],
  'title-may-be-empty': ['make-print.title.minLength'],
  'title-optional': ['make-print.title.required'],
  'finish-in-any-case': ['make-print.finish.enum'],
  'finish-without-gloss': ['make-print.finish.enum'],
  'finish-required': ['make-print.finish.type'],
  'pages-to-4': ['make-print.pages.maxItems'],
  'pages-first-checked': [
    'make-print.pages.items.kind.required',
    'make-print.pages.items.kind.type',
    'make-print.pages.items.kind.enum',
    'make-print.pages.items.body.minLength',
  ],
  'body-unchecked': ['make-print.pages.items.body.minLength'],
  'papers-unchecked': ['make-print.paper.catalog'],
  'size-of-any-paper': ['make-print.size-offered'],
  'size-refused-400': ['make-print.size-offered'],
  'copies-default-3': ['make-print.price.amount', 'make-print.copies.default', 'make-print.response.sheet-count'],
  'size-default-a3': ['make-print.price.amount', 'make-print.size.default'],
  'unknown-key-accepted': ['make-print.unknown-keys'],
  'inner-key-accepted': ['make-print.unknown-keys'],
  'unknown-key-unnamed': ['make-print.unknown-keys'],
  'extra-refused': ['make-speech.unknown-keys'],
  'extra-priced': ['make-speech.unknown-keys'],
  'one-micro-more': ['make-print.price.amount'],
  'gloss-priced': ['make-print.price.amount'],
  'rounds-down': ['make-print.price.amount'],
  'fee-per-copy': ['make-print.price.amount'],
  'dear-from-20': ['make-print.price.amount'],
  'speech-in-bytes': ['make-speech.price.amount'],
  'speech-minimum-57': ['make-speech.price.amount'],
  'speech-to-4001': ['make-speech.text.maxLength'],
  'crashes-at-maximum': ['make-print.copies.maximum'],
  'sheet-missing': ['make-print.response.sheet-count'],
  'state-unknown': ['make-print.response.state.enum'],
  'number-as-text': ['make-print.response.sheets.items.number.type'],
  'sheets-missing': ['make-print.response.sheets.required'],
  'ready-in-camel-case': ['make-print.response.type'],
  'press-missing': ['make-print.headers.X-Press.required'],
  'press-worded': ['make-print.headers.X-Press.pattern'],
  gone: ['make-print.exists'],
};

const faults = Object.keys(broken) as ShopFault[];

const requestRules = shopContract.rules
  .filter(({ kind, operation }) => kind === 'request' && operation === 'make-print')
  .map(({ id }) => id);

describe('families that schemas and formulas decide', () => {
  test('pass a service that keeps its contract', async () => {
    const found = await outcomes({});
    expect(idsOf(found, 'pass')).toEqual(shopContract.rules.map(({ id }) => id));
  });

  test.for(faults)('find %s and nothing else', async (fault) => {
    const found = await outcomes({ fault });
    expect(idsOf(found, 'fail').sort()).toEqual([...(broken[fault] ?? [])].sort());
  });

  test.for(['unvalidated', 'validates-late'] as const)(
    'find %s in every rule that comes before the price',
    async (fault) => {
      const failed = idsOf(await outcomes({ fault }), 'fail');
      const shown = requestRules.filter((id) => !id.endsWith('.default'));
      expect(failed).toEqual(expect.arrayContaining([...shown, 'make-print.size-offered', 'make-print.unknown-keys']));
    },
  );

  test('find late validation where the operation rather than its body says when', async () => {
    const operations = shopContract.operations.map(({ body, ...operation }) =>
      body
        ? { ...operation, validates: 'before-challenge' as const, body: { ...body, validates: 'unknown' as const } }
        : operation,
    );
    const found = await outcomes({ fault: 'validates-late', contract: { ...shopContract, operations } });
    expect(idsOf(found, 'fail')).toContain('make-print.copies.maximum');
  });

  test('find a condition that other fields switch off', async () => {
    const [shop, lenient] = [createShop(), createShop('size-of-any-paper')];
    const service: ShopRunOptions['service'] = (operation, body, paid) =>
      (Object(body).finish === 'gloss' && Object(body).gap !== undefined ? lenient : shop)(operation, body, paid);
    expect(idsOf(await outcomes({ service, level: 'paid' }), 'fail')).toEqual([]);
    expect(idsOf(await outcomes({ service, level: 'controlled' }), 'fail')).toEqual(['make-print.size-offered']);
  });

  test('find a refusal that names no field', async () => {
    const found = await outcomes({ fault: 'field-unnamed' });
    const outcome = found.get('make-print.copies.maximum');
    expect(outcome).toMatchObject({ verdict: 'fail', detail: 'Error response must name `copies`.' });
  });

  test('judge nothing by a service that refuses its own example', async () => {
    const found = await outcomes({ fault: 'gone' });
    expect(idsOf(found, 'pass')).toEqual([]);
  });

  test('do not fail an example whose body the documents do not show', async () => {
    const operations = shopContract.operations.map(({ body, ...operation }) =>
      body ? { ...operation, body: { ...body, status: 'unknown' as const } } : operation,
    );
    const service = () => ({ status: 400, json: { error: 'What is this?' } });
    const found = await outcomes({ service, contract: { ...shopContract, operations } });
    expect([...idsOf(found, 'fail'), ...idsOf(found, 'error')]).toEqual([]);
  });

  test('report the smallest request that shows a fault', async () => {
    const found = await outcomes({ fault: 'copies-to-21' });
    const outcome = found.get('make-print.copies.maximum');
    expect(outcome).toMatchObject({
      verdict: 'fail',
      expected: '400',
      actual: 402,
      exchange: { sent: { body: '{"paper":"plain","title":"a","copies":21}' } },
    });
  });

  test('report the expected quote, and where the wrong one is', async () => {
    const found = await outcomes({ fault: 'dear-from-20' });
    expect(found.get('make-print.price.amount')).toMatchObject({
      verdict: 'fail',
      at: '/accepts/0/amount',
      expected: '841000',
      actual: '841100',
    });
  });

  test('leave what only payment shows undecided without a wallet', async () => {
    const found = await outcomes({ level: 'free' });
    expect(found.get('make-speech.text.maxLength')?.verdict).toBe('not-testable');
    expect(found.get('make-print.response.state.enum')?.verdict).toBe('not-testable');
    expect(idsOf(found, 'fail')).toEqual([]);
  });

  test('send the same requests for the same seed', async () => {
    const [one, other] = [createShopRun(), createShopRun()];
    for (const run of [one, other]) for (const rule of run.contract.rules) await verdictOf(rule, run);
    expect(one.exchanges.map(({ exchange }) => exchange.sent)).toEqual(
      other.exchanges.map(({ exchange }) => exchange.sent),
    );
  });
});
