import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Side } from '#generators/compare/side.ts';
import { openSide } from './open.ts';
import { readers, reportOf } from './report.ts';
import { description, linesOf, operation, reportOn, verdictOf } from './testing/descriptions.ts';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'descriptions-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Writes files by their paths, and opens the first of them. */
async function opened(release: string, files: Readonly<Record<string, string>>): Promise<Side> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, release, path)), { recursive: true });
    writeFileSync(join(folder, release, path), text);
  }
  return openSide(join(folder, release, Object.keys(files)[0] ?? ''), 'spec');
}

async function reported(
  name: string,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
) {
  return reportOf(await opened(`${name}-1`, before), await opened(`${name}-2`, after), readers, []);
}

const api = (schema: string) => `openapi: 3.0.3
info: { title: Boats, version: "1" }
paths:
  /boats:
    post:
      operationId: addBoat
      requestBody: { required: true, content: { application/json: { schema: ${schema} } } }
      responses: { "200": { description: ok } }
`;
const boat = '{ type: object, required: [name], properties: { name: { type: string } } }';
const stricter =
  '{ type: object, required: [name, masts], properties: { name: { type: string }, masts: { type: integer } } }';

describe('references to other files', () => {
  const reference = '{ $ref: "./boat.yaml" }';

  test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
    [
      'a whole file',
      { 'api.yaml': api(reference), 'boat.yaml': boat },
      { 'api.yaml': api(reference), 'boat.yaml': stricter },
    ],
    [
      'a part of a file, written as JSON',
      {
        'api.yaml': api('{ $ref: "lib/boats.json#/Boat" }'),
        'lib/boats.json': JSON.stringify({ Boat: { $ref: '#/Own' }, Own: { type: 'object' } }),
      },
      {
        'api.yaml': api('{ $ref: "lib/boats.json#/Boat" }'),
        'lib/boats.json': JSON.stringify({ Boat: { $ref: '#/Own' }, Own: { type: 'object', required: ['masts'] } }),
      },
    ],
    [
      'a file that refers to a file beside it, and back',
      {
        'api.yaml': api('{ $ref: "lib/a.yaml" }'),
        'lib/a.yaml': '{ properties: { b: { $ref: "b.yaml" }, up: { $ref: "../api.yaml#/components/schemas/Up" } } }',
        'lib/b.yaml': '{ type: integer }',
      },
      {
        'api.yaml': api('{ $ref: "lib/a.yaml" }'),
        'lib/a.yaml': '{ properties: { b: { $ref: "b.yaml" }, up: { $ref: "../api.yaml#/components/schemas/Up" } } }',
        'lib/b.yaml': '{ type: integer, maximum: 3 }',
      },
    ].map((files) =>
      typeof files === 'string'
        ? files
        : { ...files, 'api.yaml': `${files['api.yaml']}components: { schemas: { Up: { type: string } } }\n` },
    ) as [string, Record<string, string>, Record<string, string>],
    [
      'files that refer to one another',
      {
        'api.yaml': api('{ $ref: "a.yaml" }'),
        'a.yaml': '{ properties: { next: { $ref: "b.yaml" } } }',
        'b.yaml': '{ properties: { next: { $ref: "a.yaml" } } }',
      },
      {
        'api.yaml': api('{ $ref: "a.yaml" }'),
        'a.yaml': '{ properties: { next: { $ref: "b.yaml" } } }',
        'b.yaml': '{ required: [x], properties: { next: { $ref: "a.yaml" } } }',
      },
    ],
  ])('are followed: %s', async (name, before, after) => {
    const report = await reported(name.replaceAll(/\W/g, '-'), before, after);
    expect([verdictOf(report), linesOf(report)]).toEqual(['breaking', expect.anything()]);
  });

  test('are placed in the file that they lead to', async () => {
    const { changes } = await reported(
      'places',
      { 'api.yaml': api(reference), 'boat.yaml': boat },
      { 'api.yaml': api(reference), 'boat.yaml': stricter },
    );
    expect(changes.map(({ after }) => after?.file.replace(`${folder}/`, ''))).toEqual(['places-2/boat.yaml']);
  });

  test.each([
    [
      'a file that is not there',
      api('{ $ref: "./none.yaml" }'),
      'api.yaml:7:79 The reference "./none.yaml" leads to no file that is here.',
    ],
    ['an address', api('{ $ref: "https://a.example/b.yaml" }'), 'leads to no file that is here.'],
    [
      'a schema that is not there',
      api('{ $ref: "#/components/schemas/None" }'),
      'api.yaml:7:79 The reference "#/components/schemas/None" leads nowhere.',
    ],
  ])('are mistakes with a place where they lead to %s', async (_, text, message) => {
    await expect(opened('mistakes', { 'api.yaml': text })).rejects.toThrow(message);
  });

  test('are mistakes with a place within other files, too', async () => {
    const files = { 'api.yaml': api(reference), 'boat.yaml': 'properties:\n  next: { $ref: "#/none" }\n' };
    await expect(opened('within', files)).rejects.toThrow(
      'boat.yaml:2:11 The reference "boat.yaml#/none" leads nowhere.',
    );
  });
});

describe('YAML', () => {
  const merged = (properties: string, shared = '{ id: { type: string, maxLength: 8 } }') =>
    `x-shared: &shared ${shared}\n${api(`{ type: object, properties: ${properties} }`)}`;

  test.each([
    [
      'a merge key',
      '{ id: { type: string, maxLength: 8 }, n: { type: integer } }',
      '{ <<: *shared, n: { type: integer } }',
    ],
    ['a merge key of a list', '{ id: { type: string, maxLength: 8 } }', '{ <<: [*shared, { }] }'],
    ['a key that overrides a merged one', '{ id: { type: string } }', '{ <<: *shared, id: { type: string } }'],
    ['an alias', '{ id: { type: string, maxLength: 8 } }', '*shared'],
  ])('%s means what it stands for', async (_, written, short) => {
    const report = await reportOn(merged(written), merged(short));
    expect(linesOf(report)).toEqual([]);
  });

  test('a merged value that is no mapping is a mistake', async () => {
    await expect(reportOn(merged('{ <<: 3 }'), '')).rejects.toThrow(
      'Expected a mapping or a list of mappings under a merge key (<<)',
    );
  });
});

describe('numbers with more digits than a double keeps', () => {
  const bounded = (maximum: string) =>
    JSON.stringify(
      operation({ parameters: [{ name: 'id', in: 'query', schema: { type: 'integer', maximum: '?' } }] }),
    ).replace('"?"', maximum);

  test.each([
    ['9223372036854775807', '9223372036854775806', 'breaking', '9223372036854775807'],
    ['9007199254740993', '9007199254740992', 'breaking', '9007199254740993'],
    ['18446744073709551615', '9223372036854775807', 'breaking', '922337203685477580'],
    ['9223372036854775806', '9223372036854775807', 'compatible', '9223372036854775807'],
    ['9223372036854775807', '9223372036854775807', 'none', ''],
    ['1e18', '1000000000000000000', 'none', ''],
    ['9223372036854775807', '100', 'breaking', '9223372036854775807'],
  ])('a maximum of %s becomes %s', async (before, after, verdict, shown) => {
    const report = await reportOn(bounded(before), bounded(after));
    expect(verdictOf(report)).toBe(verdict);
    expect(JSON.stringify(report.changes)).toContain(shown);
    if (before !== after && verdict !== 'none')
      for (const digits of [before, after]) expect(report.changes[0]?.sentence).toContain(digits);
  });

  test('stand in enumerations and in YAML', async () => {
    const listed = (values: string) => api(`{ type: integer, enum: [${values}] }`);
    const { changes } = await reportOn(listed('9007199254740992, 9007199254740993'), listed('9007199254740992'));
    expect(changes.map(({ witness }) => JSON.stringify(witness))).toEqual([
      expect.stringContaining('"body":9007199254740993'),
    ]);
    expect(changes[0]?.curl).toContain('9007199254740993');
  });

  test('a bound of 64 bits is the format that has it', async () => {
    const schema = (own: string) => api(`{ type: integer, format: int64, minimum: 9007199254740993${own} }`);
    const { changes, equivalences } = await reportOn(schema(''), schema(', maximum: 9223372036854775807'));
    expect([changes, equivalences.length]).toEqual([[], 1]);
  });
});

describe('Swagger 2.0', () => {
  const swagger = (schema: object, more: object = {}) => ({
    swagger: '2.0',
    info: { title: 'Things', version: '1' },
    host: 'api.example',
    basePath: '/v1',
    schemes: ['https'],
    consumes: ['application/json'],
    paths: {
      '/p': {
        post: {
          operationId: 'p',
          parameters: [{ name: 'body', in: 'body', required: true, schema: { $ref: '#/definitions/P' } }],
          responses: { 200: { description: 'ok' } },
        },
      },
    },
    definitions: { P: { type: 'object', properties: { a: schema } } },
    ...more,
  });

  test.each<[string, object, object, string]>([
    ['a narrower property', swagger({ type: 'string' }), swagger({ type: 'string', maxLength: 3 }), 'breaking'],
    [
      'a wider property',
      swagger({ type: 'string', enum: ['a'] }),
      swagger({ type: 'string', enum: ['a', 'b'] }),
      'compatible',
    ],
    ['another base path', swagger({}), swagger({}, { basePath: '/v2' }), 'breaking'],
    ['a form in place of JSON', swagger({}), swagger({}, { consumes: ['application/xml'] }), 'breaking'],
    ['nothing', swagger({}), swagger({}), 'none'],
    [
      'the same in OpenAPI 3',
      swagger({ type: 'string' }),
      description(
        {
          servers: [{ url: 'https://api.example/v1' }],
          paths: {
            '/p': {
              post: {
                operationId: 'p',
                requestBody: {
                  required: true,
                  content: { 'application/json': { schema: { $ref: '#/components/schemas/P' } } },
                },
                responses: { 200: { description: 'ok' } },
              },
            },
          },
          components: { schemas: { P: { type: 'object', properties: { a: { type: 'string' } } } } },
        },
        '3.0.3',
      ),
      'none',
    ],
  ])('%s', async (_, before, after, verdict) => {
    const report = await reportOn(before, after);
    expect([verdictOf(report), linesOf(report)]).toEqual([verdict, expect.anything()]);
  });
});
