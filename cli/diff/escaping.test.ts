import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { lexer, type Token } from 'marked';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { readDescription } from './description.ts';
import { type formats, print } from './formats/print.ts';
import { readers, reportOf } from './report.ts';
import { description, type Value } from './testing/descriptions.ts';

/** Texts that a terminal, Markdown, HTML, YAML, a shell or a workflow would read as more than text. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...[
        '\u001b[2J',
        '\u009b31m',
        '\r',
        '\n',
        '\u202e',
        '<script>alert(1)</script>',
        '<img src=x onerror=a()>',
        '</code>',
      ],
      ...[
        '@team',
        '#1',
        '\n# Heading\n',
        '|',
        '`',
        '``',
        '![x](https://a.example/x.png)',
        '[x](javascript:a())',
        '***',
      ],
      ...[
        "'; touch /tmp/owned; '",
        '$(touch /tmp/owned)',
        '`touch /tmp/owned`',
        '::error::x',
        '%0A',
        '\\',
        '"',
        '\n</details>\n',
      ],
      ...['www.a.example', 'https://a.example', '\u2028', 'a', ' ', '&#64;team', '<!-- ', '~~~\n'],
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(''));

/** Two descriptions that differ everywhere, with a hostile text in each place that a description has for one. */
function pairOf(text: string): readonly [object, object] {
  const side = (is: 'old' | 'new'): object => {
    const t = `${text} ${is}`;
    const schema: Value = {
      type: 'object',
      required: is === 'old' ? [] : [text],
      description: t,
      properties: {
        [text]: { type: 'string', enum: is === 'old' ? [text, 'b'] : ['b'], title: t, default: t },
        [t]: {
          oneOf: [
            { title: text, type: 'integer' },
            { title: t, type: 'string', pattern: '^a' },
          ],
        },
      },
    };
    const content = { 'application/json': { schema } };
    const operation = {
      operationId: text,
      summary: t,
      description: t,
      tags: [t],
      deprecated: is === 'new',
      parameters: [
        { name: text, in: 'query', required: true, schema: { type: 'array', items: { enum: [text] } } },
        { name: 'old', in: 'query', schema: { type: 'integer', maximum: is === 'old' ? 9 : 8 } },
      ],
      requestBody: { required: true, content: { ...content, [`text/${is}`]: { schema: { const: t } } } },
      responses: {
        200: { description: t, content, headers: { 'x-a': { schema: { const: t } } } },
        404: { description: t },
      },
      security: [{ [t]: [t] }],
      'x-note': t,
    };
    return description({
      info: { title: t, version: t, description: t, contact: { name: t } },
      servers: [{ url: `https://a.example/${is}`, description: t }],
      paths: { '/things': { post: operation }, [`/gone-${is}`]: { get: { operationId: t, responses: {} } } },
      components: { securitySchemes: { [t]: { type: 'apiKey', in: 'query', name: text } } },
      tags: [{ name: t, description: t }],
    });
  };
  return [side('old'), side('new')];
}

async function printed(
  text: string,
  format: (typeof formats)[number],
  chosen = readers as readonly (typeof readers)[number][],
) {
  const [before, after] = pairOf(text);
  const sides = [
    await readDescription('old.json', JSON.stringify(before)),
    await readDescription('new.json', JSON.stringify(after)),
  ] as const;
  const report = await reportOf(...sides, chosen, []);
  expect(report.changes.length).toBeGreaterThan(5);
  return { report, output: await print(format, report, chosen, { sides, folder: '.' }) };
}

const sampled = { numRuns: 40 };

describe('a text of a description', () => {
  test('controls no terminal and no workflow', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom('text', 'github'), async (text, format) => {
        const { output } = await printed(text, format as 'text');
        expect(output).not.toMatch(/(?!\n)[\p{Cc}\u2028\u2029\u202e]/u);
        const lines = output.split('\n').filter((line) => line.startsWith('::'));
        expect(lines.filter((line) => !/^::(?:error|warning|notice) [^:]*::/.test(line))).toEqual([]);
      }),
      sampled,
    );
  });

  test('is only text in Markdown: no HTML, heading, link, image or mention', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom(readers, ['callers'] as const), async (text, chosen) => {
        const { output } = await printed(text, 'markdown', chosen);
        const found = [...tokensOf(lexer(output))];
        const html = found.filter(({ type }) => type === 'html').map(({ raw }) => raw.trim());
        const tags = html
          .join('')
          .replace(/<\/?(?:details|summary)>|<\/?code>|Details/g, '')
          .trim();
        expect(tags).toBe('');
        expect(found.filter(({ type }) => ['link', 'image', 'del', 'strong', 'em'].includes(type))).toEqual([]);
        const headings = found.filter(({ type }) => type === 'heading').map(({ raw }) => raw.trim().split(' ')[0]);
        expect(headings.filter((sign) => sign !== '##' && sign !== '###')).toEqual([]);
        expect(headings.length).toBeLessThanOrEqual(4);
        const plain = found.filter(({ type, tokens }: Token & { tokens?: Token[] }) => type === 'text' && !tokens);
        expect(plain.filter(({ raw }) => /@(?!&#8203;)\w/.test(raw)).map(({ raw }) => raw)).toEqual([]);
      }),
      sampled,
    );
  });

  test('is only text in a page', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const { output } = await printed(text, 'html');
        const elements = [...elementsOf(parse(output))];
        const allowed = new Set(
          'html head meta title style body main h1 h2 h3 table tbody tr th td article code details summary dl dt dd pre ul li p'.split(
            ' ',
          ),
        );
        expect(elements.map(({ tagName }) => tagName).filter((name) => !allowed.has(name))).toEqual([]);
        const names = new Set(elements.flatMap(({ attrs }) => attrs.map(({ name }) => name)));
        expect(
          [...names].filter((name) => !['lang', 'charset', 'name', 'content', 'scope', 'class'].includes(name)),
        ).toEqual([]);
      }),
      sampled,
    );
  });

  test('is one word of a request for the shell', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const { report } = await printed(text, 'json');
        const lines = report.changes.flatMap(({ curl }) => curl ?? []);
        expect(lines.length).toBeGreaterThan(0);
        for (const line of lines.slice(0, 3)) {
          expect(line).not.toContain('\n');
          const script = `URL=http://a.example; curl() { printf '%s\\0' "$@"; }; ${line}`;
          const args = execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0');
          const body = args[args.indexOf('--data-raw') + 1];
          if (args.includes('--data-raw') && body?.startsWith('{')) expect(() => JSON.parse(body)).not.toThrow();
          expect(args.filter((word) => word.startsWith('http'))).toHaveLength(1);
        }
      }),
      { numRuns: 15 },
    );
  });
});

function* tokensOf(tokens: readonly Token[]): Generator<Token> {
  for (const token of tokens) {
    yield token;
    if ('tokens' in token && token.tokens) yield* tokensOf(token.tokens);
    if (token.type === 'list') yield* tokensOf(token.items);
    if (token.type === 'table')
      for (const cells of [token.header, ...token.rows]) for (const cell of cells) yield* tokensOf(cell.tokens);
  }
}

function* elementsOf(node: DefaultTreeAdapterTypes.ParentNode): Generator<DefaultTreeAdapterTypes.Element> {
  for (const child of node.childNodes) {
    if ('tagName' in child) yield child;
    if ('childNodes' in child) yield* elementsOf(child);
  }
}
