import { describe, expect, test } from 'vitest';
import { compare } from '#generators/compare/compare.ts';
import { edited } from '#generators/compare/testing/edited.ts';
import { markdownOf, maxMarkdown, wholeMarkdownOf } from './formats/markdown.ts';
import { textOf } from './formats/text.ts';
import { groupsOf } from './groups.ts';
import { description, reportOn, request } from './testing/descriptions.ts';

describe('a report', () => {
  test('has one entry for an edit of a component, and counts its operations', async () => {
    const of = (values: readonly string[]) => {
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/Money' } } };
      const post = (id: string) => ({
        post: { operationId: id, requestBody: { required: true, content }, responses: {} },
      });
      return description({
        paths: { '/a': post('a'), '/b': post('b'), '/c': post('c') },
        components: { schemas: { Money: { type: 'object', properties: { currency: { enum: values } } } } },
      });
    };
    const { changes } = await reportOn(of(['EUR', 'XAF']), of(['EUR']));
    expect(changes.map(({ sentence }) => sentence)).toEqual([
      '`currency` in the body no longer accepts `XAF`: 3 operations',
    ]);
    expect(changes[0]?.operations).toEqual(['a', 'b', 'c']);
  });

  test.each(['parameters', 'responses', 'headers'])('has one entry for an edit of shared %s', async (part) => {
    const of = (maximum: number) => {
      const $ref = `#/components/${part}/Shared`;
      const schema = { type: 'integer', maximum };
      const shared = {
        parameters: { name: 'limit', in: 'query', schema },
        responses: { description: 'Done', content: { 'application/json': { schema } } },
        headers: { schema },
      }[part];
      const own = {
        parameters: { parameters: [{ $ref }], responses: {} },
        responses: { responses: { 200: { $ref } } },
        headers: { responses: { 200: { description: 'Done', headers: { 'x-left': { $ref } } } } },
      }[part];
      const get = (id: string) => ({ get: { operationId: id, ...own } });
      return description({ paths: { '/a': get('a'), '/b': get('b') }, components: { [part]: { Shared: shared } } });
    };
    const { changes } = await reportOn(of(9), of(8));
    expect(changes.map(({ operations }) => operations)).toEqual([['a', 'b']]);
  });

  test('names an alternative by its schema, inside and as a whole', async () => {
    const of = (names: readonly string[], more: object) => {
      const alternative = (name: string) => ({ $ref: `#/components/schemas/${name}` });
      const details = (type: string, own = {}) => ({
        type: 'object',
        required: ['type'],
        properties: { type: { const: type }, ...own },
      });
      return request(
        { type: 'object', properties: { method: { oneOf: names.map(alternative) } } },
        { components: { schemas: { Card: details('card'), Bacs: details('bacs', more), Ideal: details('ideal') } } },
      );
    };
    const { changes } = await reportOn(
      of(['Card', 'Bacs', 'Ideal'], {}),
      of(['Card', 'Bacs'], { holder: { type: 'string' } }),
    );
    expect(changes.map(({ sentence }) => sentence).sort()).toEqual([
      'The description has other notes: `components/schemas/Ideal`',
      '`holder` in alternative `Bacs` of `method` in the body of `make` is new',
      '`method` in the body of `make` no longer accepts the alternative `Ideal`; {"type":"ideal"} is lost',
    ]);
  });

  test('has one headline for a constant that many prices read', async () => {
    const edit = {
      'service.yaml': ['handling: { value: "0.002"', 'handling: { value: "0.004"'],
      'prices/transcription.yaml': ['usd: "0.015"', 'usd: "0.017"'],
    } as const;
    const { changes } = compare(edited(), edited(edit));
    const moved = changes.filter(({ shift }) => shift);
    const other = moved.map((change) => ({ ...change, subject: 'price/other', operations: ['one', 'two'] }));
    const headlines = groupsOf([...moved, ...other], ['callers'], changes).map(({ headline }) => headline);
    expect(headlines).toHaveLength(1);
    expect(headlines[0]).toMatchInlineSnapshot(
      `"The constant \`handling\` is \`0.004\` instead of \`0.002\`: 2 prices of 3 operations rise by 0.002 USD; the largest rise is of \`transcribe\` from 0.0085 to 0.0105 USD"`,
    );
  });

  test('has one entry for an effect that moves, with the payments that settle elsewhere by it', () => {
    const [file, finished, started] = [
      'machines/transcription.yaml',
      'on: upstream.finished, to: finished',
      'on: upstream.started, to: running',
    ];
    const before = edited({
      [file]: [finished, `${finished}, effects: [notify, settle-once]`],
      'operations/audio/transcribe.yaml': ['settles: on-accept', 'settles: on-poll'],
    });
    const after = edited({ [file]: [started, `${started}, effects: [log, settle-once]`] });
    const groups = groupsOf(compare(before, after).changes, ['callers']);
    expect(groups.map(({ changes }) => changes.map(({ kind }) => kind))).toEqual([
      ['effect-moved', 'settlement-moved'],
      ['effect-added'],
      ['effect-removed'],
    ]);
    expect(groups.map(({ headline }) => headline)).toMatchInlineSnapshot(`
      [
        "\`transcription\` does \`settle-once\` from \`waiting\` on \`upstream.started\` to \`running\` instead of from \`running\` on \`upstream.finished\` to \`finished\`",
        "\`transcription\` does \`log\` from \`waiting\` on \`upstream.started\` to \`running\`",
        "\`transcription\` no longer does \`notify\` from \`running\` on \`upstream.finished\` to \`finished\`",
      ]
    `);
  });

  test('tells callers what happens to their calls', async () => {
    const of = (...paths: string[]) =>
      description({ paths: Object.fromEntries(paths.map((path) => [path, { get: { responses: {} } }])) });
    const report = await reportOn(of('/a', '/b'), of('/a'));
    expect(textOf(report, ['callers'])).toContain('This call worked before and gets 404 now');
  });

  test('has at most as many characters in Markdown as a comment takes, and the rest elsewhere', async () => {
    const of = (more: object) =>
      request({
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 200 }, (_, index) => [`field_${index}`, { type: 'string', ...more }]),
        ),
      });
    const report = await reportOn(of({}), of({ maxLength: 5 }));
    const text = markdownOf(report, ['callers']);
    expect(text.length).toBeLessThanOrEqual(maxMarkdown);
    expect(text).toMatch(/… and \d+ more\. `--rest FILE`/);
    expect(wholeMarkdownOf(report, ['callers']).match(/^- /gm)).toHaveLength(200);
  });
});
