import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findChromium } from '../testing/browser.ts';
import { fullContract, fullReport } from '../testing/full-report.ts';
import { renderHtml } from './html.ts';

const executablePath = findChromium('Tests of the HTML report');

const widths = [
  { name: 'a desktop', width: 1280, height: 900, colorScheme: 'light' },
  { name: 'a desktop in the dark', width: 1280, height: 900, colorScheme: 'dark' },
  { name: 'a phone', width: 375, height: 740, colorScheme: 'light' },
] as const;

describe.skipIf(!executablePath).each(widths)('the HTML report on $name', ({ width, height, colorScheme }) => {
  let folder: string;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'page-'));
    const file = join(folder, 'index.html');
    await writeFile(file, await renderHtml(fullReport, fullContract));
    browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
    page = await browser.newPage({ viewport: { width, height }, colorScheme });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('request', (request) => request.url().startsWith('file:') || problems.push(`requested ${request.url()}`));
    page.on('dialog', (dialog) => problems.push(dialog.message()));
    await page.goto(pathToFileURL(file).href);
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  const visible = () => page.locator('#rules .rule:visible .rule-id').allTextContents();

  test('shows every part of the run', async () => {
    expect(await page.title()).toBe('lab: 2 rules failed, 2 causes');
    expect(await visible()).toHaveLength(fullReport.results.length);
    for (const part of [
      'Likely causes',
      'Not judged',
      'Summary',
      'Rules',
      'History',
      'Payments',
      'Machines',
      'Coverage of the documents',
    ]) {
      expect(await page.getByRole('heading', { name: part, exact: true }).isVisible()).toBe(true);
    }
    expect(await page.locator('#spend tbody tr').first().innerText()).toMatch(/make-forecast\s+2\s+0.03/);
    expect(await page.locator('#changes tbody tr').innerText()).toMatch(/b.failing\s+pass\s+fail/);
    expect(await page.locator('#partial').innerText()).toMatch(
      /stopped responding.*a\.passing is listed in the baseline/,
    );
    const strokes = await page.evaluate(
      '["pass", "fail", "not-testable"].map((word) => getComputedStyle(document.querySelector(".drawing .edge." + word + " path")).stroke)',
    );
    expect(new Set(z.array(z.string()).parse(strokes)).size).toBe(3);
  });

  test('filters by verdict, area and search text', async () => {
    await page.getByLabel('fail (2)').uncheck();
    expect(await visible()).not.toContain('b.failing');
    await page.getByLabel('fail (2)').check();
    await page.getByLabel('Area').selectOption('stations');
    expect(await visible()).toEqual(['a.passing']);
    await page.getByLabel('Area').selectOption('');
    await page.getByLabel('Search').fill('old failure');
    expect(await visible()).toEqual(['b.known']);
    expect(await page.locator('#count').innerText()).toBe(`1 of ${fullReport.results.length} rules`);
    await page.getByLabel('Search').fill('');
  });

  test('shows evidence as text, by mouse and by keyboard', async () => {
    const failing = page.locator('#rules .rule', { hasText: 'b.failing' });
    expect(await failing.locator('pre').count()).toBe(0);
    await page.locator('#causes').getByRole('link', { name: 'b.failing' }).click();
    await failing.locator('pre').first().waitFor({ timeout: 5000 });
    expect(await failing.locator('pre', { hasText: '<script>alert(1)</script>' }).count()).toBe(1);
    expect(await failing.getByText('pass → fail').isVisible()).toBe(true);
    await page.locator('#rules .rule summary', { hasText: 'a.passing' }).focus();
    await page.keyboard.press('Enter');
    // Evidence is rendered a moment after its entry opens.
    await page.locator('#rules .rule', { hasText: 'a.passing' }).getByText('lab-1').waitFor({ timeout: 5000 });
  });

  test('marks what differs between the expected and the actual value, and finds the rules of a section', async () => {
    expect(await page.locator('#rules .compared mark').first().innerText()).toBe('402');
    await page.locator('#coverage .cell').first().click();
    expect(await page.getByLabel('Search').inputValue()).not.toBe('');
    expect((await visible()).length).toBeGreaterThan(0);
    await page.getByLabel('Search').fill('');
  });

  test('has a link to each error, and says no finding twice', async () => {
    await page.locator('#unjudged').getByRole('link', { name: 'e.error' }).click();
    const rule = page.locator('#rules .rule', { hasText: 'e.error' });
    await rule.getByRole('link', { name: 'above' }).waitFor({ timeout: 5000 });
    for (const text of ['The check itself threw an error: x', 'The body was'])
      expect(await page.getByText(text).count()).toBe(1);
  });

  test('opens the rule that a link names, however it is folded', async () => {
    await page.locator('#rules .group').evaluateAll((groups) => {
      for (const group of groups) group.removeAttribute('open');
    });
    await page.evaluate('location.hash = "c.differing"');
    await page.locator('#rules .rule', { hasText: 'c.differing' }).getByText('Differs from').waitFor({ timeout: 5000 });
  });

  test('fits its width and requests nothing else', async () => {
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    // Nothing scrolls sideways inside it either.
    const wide = `[...document.querySelectorAll('.scroll')]
      .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)`;
    expect(await page.evaluate(wide)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('has no accessibility violation that axe reports', async () => {
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    await page.evaluate(await readFile(axe, 'utf8'));
    const found = await page.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 120)).join(" ")))',
    );
    expect(found).toEqual([]);
  });
});
