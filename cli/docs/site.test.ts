import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatUsd } from '@tollwright/runtime/money/usd';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '#conformance/testing/browser.ts';
import { hosts } from '#generated/hosts/index.ts';
import { searchPrice } from '#generated/prices/search.ts';
import { tollwright } from '#lab/toolkit/tollwright.ts';

const executablePath = findChromium('Tests of the documentation site');

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollwright-docs-'));
  const { code, stderr } = await tollwright(['docs', folder]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
afterAll(() => rm(folder, { recursive: true }));

test('each operation has a page, and each link leads to a place in the site', async () => {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'));
  const texts = new Map(
    await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
  const operations = new Set(Object.values(hosts).flatMap(({ routes }) => routes.map(({ operation }) => operation.id)));
  expect([...operations].filter((id) => !texts.has(`operations/${id}.html`))).toEqual([]);

  const anchors = new Map(
    [...texts].map(([name, text]) => [name, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
  );
  const broken = [...texts].flatMap(([name, text]) =>
    [...text.matchAll(/ href="([^"]+)"/g)].flatMap(([, href = '']) => {
      const [path = '', anchor] = href.split('#');
      const target = path === '' ? name : normalize(join(dirname(name), path));
      if (target.startsWith('assets/')) return [];
      const isThere = anchors.has(target) && (anchor === undefined || anchors.get(target)?.has(anchor));
      return isThere ? [] : [`${name}: ${href}`];
    }),
  );
  expect(broken).toEqual([]);
});

test('the first page names the request and the cost of each operation', async () => {
  const index = await readFile(join(folder, 'index.html'), 'utf8');
  expect(index).toContain('<code>POST /api/v1/search</code> 0.02725 to 1.3135 USD</small>');
  expect(index).toContain('<code>GET /openapi.json</code> free</small>');
});

test('fields have their descriptions, and names in formulas their values', async () => {
  const page = await readFile(join(folder, 'operations/generate-image.html'), 'utf8');
  expect(page).toMatch(/<td><code>n<\/code><\/td><td>integer<\/td><td>[^<]*\w[^<]* <small>minimum 1/);
  const prices = await readFile(join(folder, 'prices.html'), 'utf8');
  expect(prices).toContain('<code>media_margin = 0.05</code>');
});

const looks = [
  { name: 'a desktop', width: 1280, height: 900, colorScheme: 'light' },
  { name: 'a phone in the dark', width: 390, height: 844, colorScheme: 'dark' },
] as const;

describe.skipIf(!executablePath).each(looks)('the documentation site on $name', ({ width, height, colorScheme }) => {
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
    page = await browser.newPage({ viewport: { width, height }, colorScheme });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('request', (request) => request.url().startsWith('file:') || problems.push(`requested ${request.url()}`));
  });
  afterAll(() => browser.close());

  const open = (path: string) => page.goto(pathToFileURL(join(folder, path)).href);

  test('finds an operation by words, with the keyboard alone', async () => {
    await open('index.html');
    await page.getByRole('combobox', { name: 'Search' }).fill('answer live web');
    expect(await page.getByRole('option').count()).toBeGreaterThan(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/operations\/search\.html$/);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('search');
  });

  test('calculates a price as the generated calculator does, and says what is wrong with a call', async () => {
    await open('operations/search.html');
    await page.getByLabel('Host').selectOption('base');
    const results = page.getByRole('textbox', { name: 'max_results' });
    await results.fill('31');
    const { amount, breakdown } = searchPrice({ results: 31 });
    expect(await page.getByRole('status').textContent()).toBe(`${formatUsd(amount)} USD`);
    expect(await page.locator('.breakdown th').allTextContents()).toEqual(Object.keys(breakdown));
    await results.fill('51');
    expect(await page.getByRole('status').textContent()).toBe('The call is not valid.');
    expect(await page.locator('.issues').textContent()).toContain('max_results');
  });

  test.each([
    'index.html',
    'operations/generate-image.html',
    'prices.html',
    'machines.html',
    'errors.html',
    'questions.html',
    'changes.html',
  ])('%s is accessible and needs no sideways scrolling', async (path) => {
    await open(path);
    await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
    const violations: readonly string[] = await page.evaluate(
      `axe.run({ preload: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] }).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).slice(0, 3).join(' ')))`,
    );
    expect(violations).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });

  test('changes can be read without sideways scrolling', async () => {
    await open('changes.html');
    const wide = await page.evaluate(`[...document.querySelectorAll('.wide:has(.changes)')]
      .filter((each) => each.scrollWidth > each.clientWidth).length`);
    expect(wide).toBe(0);
  });

  test('loads nothing from elsewhere and reports no error', () => {
    expect(problems).toEqual([]);
  });
});
