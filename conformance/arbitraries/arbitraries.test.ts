import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Contract, JsonSchema, Price } from '../contract/contract.ts';
import { createEvaluator } from '../oracle/evaluate.ts';
import { validatorOf } from '../oracle/schema.ts';
import { shopContract } from '../testing/shop-contract.ts';
import { at, binary, call, decimal, formula, read } from '../testing/trees.ts';
import { boundaries } from './boundaries.ts';
import { lengthsInExpressions } from './choices.ts';
import { createMaterial, minimal } from './minimal.ts';
import { nearMisses } from './near-misses.ts';
import { pointsOf } from './points.ts';
import { createRequests } from './requests.ts';
import { absent, putAtSite, sitesOf, valueAtSite } from './route.ts';
import { valid } from './valid.ts';

const evaluator = createEvaluator(shopContract);
const material = createMaterial(shopContract, validatorOf(shopContract, evaluator.catalogs), evaluator.catalogs);
const { validator } = material;

const answer: JsonSchema = {
  type: 'object',
  required: ['score', 'tags', 'sure', 'when'],
  properties: {
    score: { type: 'number', exclusiveMinimum: 0, maximum: 1, multipleOf: 0.25 },
    tags: { type: 'array', uniqueItems: true, minItems: 2, items: { type: 'string', pattern: '^[a-z]{1,3}$' } },
    sure: { type: ['boolean', 'null'] },
    when: { type: 'string', format: 'date-time' },
    shares: { type: 'object', minProperties: 1, maxProperties: 4, additionalProperties: { type: 'integer' } },
    more: { oneOf: [{ type: 'object', required: ['kind'], properties: { kind: { const: 'a' } } }, { const: 'none' }] },
  },
};

const schemas: readonly [string, JsonSchema][] = [
  ...Object.keys(shopContract.schemas).map((name): [string, JsonSchema] => [name, { $ref: `#/schemas/${name}` }]),
  ['a response of several types', answer],
];

/** Every path of a schema with the keywords that stand there. */
function keywordsOf(schema: JsonSchema, path: readonly string[] = []): [readonly string[], string][] {
  return validator.shapes(schema).flatMap((shape) => {
    const inner = Object.entries((shape.properties ?? {}) as Record<string, JsonSchema>);
    const items = shape.items as JsonSchema | undefined;
    return [
      ...Object.keys(shape).map((keyword): [readonly string[], string] => [path, keyword]),
      ...inner.flatMap(([name, property]) => keywordsOf(property, [...path, name])),
      ...(items ? keywordsOf(items, [...path, 'items']) : []),
    ];
  });
}

describe('valid and minimal', () => {
  test.for(schemas)('make only what %s allows', ([, schema]) => {
    expect(validator.errors(schema, minimal(schema, material))).toEqual([]);
    fc.assert(
      fc.property(valid(schema, material), (value) => {
        expect(validator.errors(schema, value)).toEqual([]);
      }),
    );
  });

  test.for(schemas)('make %s as JSON would', ([, schema]) => {
    fc.assert(
      fc.property(valid(schema, material), (value) => {
        expect(Object.is(value, -0) ? 0 : value).toStrictEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('end a schema that contains itself', () => {
    const filter: JsonSchema = { $ref: '#/schemas/Filter' };
    const several: JsonSchema = { oneOf: [filter, { type: 'array', items: filter }] };
    const properties = { word: { type: 'string' }, any: { type: 'array', items: filter }, not: several };
    const contract = { schemas: { Filter: { type: 'object', additionalProperties: false, properties } } };
    const own = createMaterial(contract, validatorOf(contract, evaluator.catalogs), evaluator.catalogs);
    const drawn = fc.sample(valid(filter, own), { seed: 1, numRuns: 50 });
    expect(drawn.filter((value) => !own.validator.valid(filter, value))).toEqual([]);
    expect(drawn.some((value) => Object(value).any?.length > 0)).toBe(true);
  });

  test('reach the bounds', () => {
    const titles = fc.sample(valid({ type: 'string', minLength: 1, maxLength: 12 }, material), {
      seed: 1,
      numRuns: 200,
    });
    const lengths = new Set(titles.map((title) => [...String(title)].length));
    expect([1, 2, 11, 12].filter((length) => !lengths.has(length))).toEqual([]);
    expect(titles).toContain('漢'.repeat(12));
  });
});

describe('what the documents leave open', () => {
  test('excludes from valid values: empty and blank texts, empty lists, and texts whose length depends on the unit', () => {
    const schema: JsonSchema = {
      type: 'object',
      required: ['text', 'list'],
      properties: { text: { type: 'string', maxLength: 20 }, list: { type: 'array', items: { type: 'string' } } },
    };
    fc.assert(
      fc.property(valid(schema, material), (value) => {
        const { text, list } = Object(value);
        expect(text.trim()).not.toBe('');
        expect(text.length).toBeLessThanOrEqual(20);
        expect(list.length).toBeGreaterThan(0);
      }),
    );
  });

  test('excludes from invalid values: a URL that browsers normalize', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { url: { type: 'string', pattern: '^https://[a-z.]+/a$' } },
    };
    const url = 'https://example.com/a';
    const misses = nearMisses({ schema, path: ['url'], keyword: 'pattern' }, { url }, material);
    expect(misses.length).toBeGreaterThan(0);
    expect(misses.filter(({ invalid }) => String(invalid).trim().toLowerCase() === url)).toEqual([]);
  });

  test('excludes from invalid values: an empty text in place of an optional one', () => {
    const text: JsonSchema = { type: 'string', pattern: '^ta_' };
    const missesOf = (schema: JsonSchema) =>
      nearMisses({ schema, path: ['text'], keyword: 'pattern' }, { text: 'ta_1' }, material).map(
        (miss) => miss.invalid,
      );
    expect(missesOf({ type: 'object', properties: { text } })).not.toContain('');
    expect(missesOf({ type: 'object', required: ['text'], properties: { text } })).toContain('');
  });

  test('excludes bounds of other shapes of the site', () => {
    const place = { shape: { type: 'object' }, current: absent, optional: true };
    expect(boundaries(place, 'minProperties', material)).toEqual([]);
  });
});

describe('nearMisses', () => {
  test.for(schemas)('break only the keyword aimed at: %s', ([, schema]) => {
    const base = minimal(schema, material);
    for (const [place, keyword] of keywordsOf(schema)) {
      for (const miss of nearMisses({ schema, path: place, keyword }, base, material)) {
        // An unknown property is reported, not the object that has it.
        const path = keyword === 'additionalProperties' ? [...miss.path, 'unknown_key'] : miss.path;
        expect(validator.errors(schema, miss.value)).toContainEqual(expect.objectContaining({ keyword, path }));
      }
    }
  });

  const print = { $ref: '#/schemas/Print' };
  const base = { paper: 'plain', title: 'Hello', pages: [{ kind: 'text' }] };
  const missesOf = (path: readonly string[], keyword: string) =>
    nearMisses({ schema: print, path, keyword }, base, material).map(({ invalid }) => invalid);

  test('include numeric texts, fractions and booleans for an integer', () => {
    expect(missesOf(['copies'], 'type')).toEqual(['2', 2.5, true, [2]]);
  });

  test('include null only for required values', () => {
    expect(missesOf(['title'], 'type')).toContain(null);
    expect(missesOf(['pages', 'items', 'kind'], 'type')).toContain(null);
    expect(missesOf(['pages', 'items'], 'type')).toContain(null);
    expect(missesOf(['pages'], 'type')).not.toContain(null);
  });

  test('exceed each bound by one', () => {
    expect(missesOf(['copies'], 'maximum')[0]).toBe(21);
    expect(missesOf(['copies'], 'minimum')[0]).toBe(0);
    expect(missesOf(['gap'], 'maximum')).toEqual([3, 2.01, 2.000001, 20]);
    expect(missesOf(['title'], 'maxLength').slice(0, 2)).toEqual(['a'.repeat(13), '漢'.repeat(13)]);
  });

  test('include members in other case and of other enums', () => {
    expect(missesOf(['finish'], 'enum')).toEqual(expect.arrayContaining(['MATT', 'Gloss', 'matt ', 'photo']));
  });

  test.for<readonly [text: string, pattern: string, slip: string]>([
    ['https://example.com/a.png', '^https://', 'http://example.com/a.png'],
    ['+14155550123', '^\\+[1-9][0-9]{1,14}$', '+1415555012333333'],
    ['+14155550123', '^\\+[1-9][0-9]{1,14}$', '+1 415 555 0123'],
    ['415', '^[0-9]{3}$', '4155'],
    ['415', '^[0-9]{3}$', '41'],
    ['data:image/png;base64,iVBO', '^data:[^,]*;base64,', 'data:image/png,iVBO'],
    ['data:image/png;base64,iVBO', '^data:[^,]*;base64,', 'iVBO'],
    ['2026-01-31', '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', '2026/01/31'],
  ])('include what people write in place of %s by %s: %s', ([text, pattern, slip]) => {
    const schema: JsonSchema = { type: 'object', properties: { text: { type: 'string', pattern } } };
    const misses = nearMisses({ schema, path: ['text'], keyword: 'pattern' }, { text }, material);
    expect(misses.map(({ invalid }) => invalid)).toContain(slip);
  });

  test('stand first and last in a list', () => {
    const misses = nearMisses({ schema: print, path: ['pages', 'items', 'kind'], keyword: 'enum' }, base, material);
    expect(new Set(misses.map(({ path }) => path.join('.')))).toEqual(new Set(['pages.0.kind', 'pages.1.kind']));
  });

  test('replace a value of another type by a list', () => {
    const image = { type: ['string', 'array'], minItems: 1, items: { type: 'string', pattern: '^data:' } };
    const schema: JsonSchema = { type: 'object', properties: { image } };
    const misses = nearMisses({ schema, path: ['image', 'items'], keyword: 'pattern' }, { image: 'data:' }, material);
    expect(misses.length).toBeGreaterThan(0);
    expect(misses.every(({ value }) => Array.isArray(Object(value).image))).toBe(true);
  });

  const remotes: JsonSchema = {
    type: 'object',
    additionalProperties: { type: 'object', properties: { url: { type: ['string', 'null'] } } },
  };

  test.for<readonly [form: string, map: JsonSchema]>([
    ['an example of another type', { ...remotes, type: ['object', 'null'], examples: ['http://localhost:7700'] }],
    ['an example that is null', { ...remotes, type: ['object', 'null'], examples: [null] }],
    ['an example whose values are of another type', { ...remotes, examples: [{ a: 'http://localhost:7700' }] }],
  ])('stand inside a map with %s', ([, map]) => {
    const schema: JsonSchema = { type: 'object', properties: { remotes: map } };
    for (const path of [
      ['remotes', '*'],
      ['remotes', '*', 'url'],
    ]) {
      const misses = nearMisses({ schema, path, keyword: 'type' }, {}, material);
      expect(misses.map(({ invalid }) => invalid)).toContain(true);
    }
  });

  test.for(['anyOf', 'oneOf'])('stand inside a map that %s makes nullable', (keyword) => {
    const schema: JsonSchema = { type: 'object', properties: { remotes: { [keyword]: [{ type: 'null' }, remotes] } } };
    const misses = nearMisses({ schema, path: ['remotes'], keyword }, {}, material);
    const values = misses.flatMap(({ invalid }) => Object.values(Object(invalid)));
    expect(values).toEqual(expect.arrayContaining([[], { url: 5 }]));
  });

  test('replace a text whose example breaks its own pattern', () => {
    const text: JsonSchema = { type: 'string', pattern: '^ta_', examples: ['te_1'] };
    const schema: JsonSchema = { type: 'object', required: ['text'], properties: { text } };
    expect(nearMisses({ schema, path: ['text'], keyword: 'type' }, minimal(schema, material), material)).not.toEqual(
      [],
    );
  });

  test('omit a property in each of the alternatives that require it', () => {
    const alternative = (kind: string, own: string): JsonSchema => ({
      if: { properties: { kind: { const: kind } }, required: ['kind'] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: { required: [own], properties: { [own]: { type: 'string' } } },
    });
    const form: JsonSchema = {
      type: 'object',
      required: ['kind', 'text'],
      properties: { kind: { enum: ['a', 'b'] }, text: { type: 'string' } },
      allOf: [alternative('a', 'one'), alternative('b', 'two')],
    };
    const schema: JsonSchema = { type: 'object', additionalProperties: form };
    const both = { first: { kind: 'a', text: 'x', one: 'y' }, second: { kind: 'b', text: 'x', two: 'y' } };
    const misses = nearMisses({ schema, path: ['values', 'text'], keyword: 'required' }, both, material);
    expect(new Set(misses.map(({ path }) => path.join('/')))).toEqual(new Set(['first/text', 'second/text']));
  });

  test('add an unknown property to an object that is closed', () => {
    const inner: JsonSchema = { type: 'object', additionalProperties: false, properties: { text: { type: 'string' } } };
    const schema: JsonSchema = { type: 'object', properties: { inner } };
    const misses = nearMisses({ schema, path: ['inner'], keyword: 'additionalProperties' }, { inner: {} }, material);
    expect(misses.map(({ value }) => value)).toEqual([{ inner: { unknown_key: 1 } }]);
  });

  test('omit required properties', () => {
    const [miss] = nearMisses({ schema: print, path: ['title'], keyword: 'required' }, base, material);
    expect(miss).toMatchObject({
      invalid: absent,
      path: ['title'],
      value: { paper: 'plain', pages: [{ kind: 'text' }] },
    });
  });
});

describe('boundaries', () => {
  const at = (path: readonly string[], keyword: string) => {
    const schema = { $ref: '#/schemas/Print' };
    const base = { paper: 'plain', title: 'Hello' };
    return sitesOf(schema, path, material).flatMap((site) => {
      const there = { shape: site.shape, current: valueAtSite(base, site), optional: site.optional };
      return boundaries(there, keyword, material).map((value) => {
        expect(validator.errors(schema, putAtSite(base, site, value, material)?.value)).toEqual([]);
        return value;
      });
    });
  };

  test('are the bounds and their neighbours', () => {
    expect(at(['copies'], 'maximum')).toEqual([20, 19]);
    expect(at(['copies'], 'minimum')).toEqual([1, 2]);
    expect(at(['title'], 'maxLength')).toEqual(['a'.repeat(12), '漢'.repeat(12), 'a'.repeat(11), '漢'.repeat(11)]);
    expect(at(['pages'], 'maxItems')).toEqual([[{ kind: 'text' }, { kind: 'text' }, { kind: 'text' }]]);
  });

  test('are all members of enums and catalogs', () => {
    expect(at(['finish'], 'enum')).toEqual(['matt', 'gloss']);
    expect(at(['paper'], 'catalog')).toEqual(['plain', 'fine', 'rough']);
  });

  test('omit optional properties', () => {
    expect(at(['finish'], 'type')).toContain(absent);
    expect(at(['title'], 'type')).not.toContain(absent);
  });
});

/** A price of so much for each page, of which the documents give the first three. */
const paged: Price = {
  id: 'paged',
  kind: 'quoted',
  summary: 'So much for each page',
  when: formula(binary(read('pages'), '<=', decimal('3'))),
  inputs: { pages: formula(call('size', read('request.pages'))) },
  formula: formula(binary(read('pages'), '*', decimal('0.25'))),
  breakdown: {},
  rounding: 'half-up',
  roundingStatus: 'stated',
  sides: [],
  examples: [],
  from: [],
  status: 'stated',
};

/** A table of voices with the longest text of each. */
function voicesOf(most: Readonly<Record<string, number>>) {
  const entries = Object.entries(most).map(([id, longest]) => ({
    label: id,
    status: 'stated' as const,
    from: [],
    values: { id, most: longest },
  }));
  return { id: 'voices', key: 'id', from: [], status: 'stated' as const, entries };
}

describe('requests and points', () => {
  const [makePrint, makeSpeech] = shopContract.operations;
  const contextOf = (operation: Contract['operations'][number] | undefined) => {
    if (!operation) throw new Error('The shop has two operations.');
    const requests = createRequests(operation, evaluator, material);
    return { operation, requests, evaluator, material };
  };

  test('repair a request by changing a field that the broken condition reads', () => {
    const { requests } = contextOf(makePrint);
    const invalid = { ...requests.base, body: { paper: 'rough', title: 'x', size: 'a3' } };
    expect(requests.broken(invalid).map(({ id }) => id)).toEqual(['make-print.size-offered']);
    expect(requests.repair(invalid, 'request.paper')?.body).toEqual({ paper: 'rough', title: 'x', size: 'a4' });
    expect(requests.repair(invalid, 'request.size')?.body).toEqual({ paper: 'plain', title: 'x', size: 'a3' });
  });

  test('read every cell of a table, with the least and the greatest number in each', () => {
    const points = pointsOf({ id: 'print', inputs: {} }, contextOf(makePrint), [], 1);
    expect(points.whole).toBe(true);
    const calls = points.calls.map(({ body }) => Object(body));
    const cells = Map.groupBy(calls, ({ paper, size }) => `${paper} ${size}`);
    expect(cells.size).toBe(5);
    for (const [, own] of cells) expect(own.map(({ copies }) => copies)).toEqual(expect.arrayContaining([1, 20]));
    expect(calls.length).toBeLessThan(5 * 20);
  });

  test('try lists of every length where only the length matters', () => {
    const operation = { ...contextOf(makePrint).operation, price: { id: 'paged', inputs: {} } };
    const contract = { ...shopContract, prices: { paged } };
    const counted = { ...contextOf(operation), evaluator: createEvaluator(contract) };
    const points = pointsOf({ id: 'paged', inputs: {} }, counted, [], 1);
    expect(points.whole).toBe(true);
    expect(points.calls.map(({ body }) => Object(body).pages.length).toSorted()).toEqual([1, 2, 3]);
    expect(counted.evaluator.isPriceStated({ id: 'paged', inputs: {} }, { request: { pages: [1, 2] } })).toBe(true);
    expect(counted.evaluator.isPriceStated({ id: 'paged', inputs: {} }, { request: { pages: [1, 2, 3, 4] } })).toBe(
      false,
    );
  });

  test('try both sides of the lengths that a field is compared with', () => {
    const lengthOf = call('characters', read('request.text'));
    const most = at(call('catalog', 'voices', read('request.voice')), 'most');
    const expressions = [binary(most, '>=', lengthOf), binary(call('size', read('request.voice')), '<', 9)];
    const longer = createEvaluator({ ...shopContract, catalogs: { voices: voicesOf({ deep: 40, high: 7 }) } });
    const lengths = (voice: string) =>
      lengthsInExpressions(['request', 'text'], expressions, { request: { voice } }, longer);
    expect([lengths('deep'), lengths('high'), lengths('none')]).toEqual([[39, 40, 41], [6, 7, 8], []]);
  });

  test('try both sides of the point where a formula changes its branch', () => {
    const points = pointsOf({ id: 'speech', inputs: {} }, contextOf(makeSpeech), [], 1);
    expect(points.whole).toBe(false);
    const lengths = points.calls.map(({ body }) => [...String(Object(body).text)].length);
    expect(lengths).toEqual(expect.arrayContaining([1, 57, 58, 3999, 4000]));
    expect(points.calls.length).toBeLessThan(160);
  });
});
