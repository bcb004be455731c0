import { expect, test } from 'vitest';
import { readTiny } from '../fixtures/tiny.ts';
import { siteOf } from './site.ts';

const contents = { changes: [], calculators: '', examples: new Map() };

/** Pages of the site that are not about one operation, and the pages that they link to. */
async function pagesOf(model: Parameters<typeof siteOf>[0]) {
  const files = await siteOf(model, contents);
  const pages = files.filter(({ path }) => /^[\w-]+\.html$/.test(path)).map(({ path }) => path);
  const index = files.find(({ path }) => path === 'index.html')?.text ?? '';
  const [, nav = ''] = /<nav aria-label="Pages">(.*?)<\/nav>/s.exec(index) ?? [];
  return { pages, links: [...nav.matchAll(/href="([^"]+)"/g)].map(([, href]) => href) };
}

test('a site has no page that would show nothing, and links to none', async () => {
  const { model } = readTiny();
  if (!model) throw new Error('The small specification has errors.');
  const whole = await pagesOf(model);
  expect(whole.links).toEqual(whole.pages);
  expect(whole.pages).toContain('questions.html');
  expect(whole.pages).not.toContain('changes.html');
  const hosts = model.hosts.map((view) => ({ ...view, machines: {}, prices: {} }));
  const less = await pagesOf({ ...model, hosts, questions: [], documents: [] });
  expect(less.links).toEqual(less.pages);
  expect(less.pages).toEqual(['index.html', 'errors.html', 'payments.html']);
});
