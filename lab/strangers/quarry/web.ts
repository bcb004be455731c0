/** Neural web search: four endpoints, their discovery challenges, and the catch-all of their prefix. */
import { isPublicUrl } from './addresses.ts';
import { customs } from './customs.ts';
import { Form } from './form.ts';
import { law } from './law.ts';
import { challenge } from './pay.ts';
import { failed, reach } from './upstream.ts';
import { type Ask, type Deal, type Obj, ok, Refusal, type Reply, type Row, row } from './wire.ts';
import { iso, now, pick, token } from './world.ts';

const hosts = ['solana'];
const endpoints = ['search', 'answer', 'contents', 'find-similar'];

interface Question {
  subject: string;
  urls: string[];
  most: number;
}

function isDate(text: string | undefined): boolean {
  return text === undefined || (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)));
}

function readSearch(ask: Ask): Question {
  const form = new Form(ask.body);
  const subject = form.text('query', { must: true }) ?? '';
  const most = form.integer('numResults', { min: 1, max: law.web.resultsMost }) ?? law.web.resultsUsual;
  form.text('category', { oneOf: customs.web.categories });
  for (const field of ['startPublishedDate', 'endPublishedDate']) {
    if (!isDate(form.text(field))) form.bad(field, `${field} has to be ISO 8601`);
  }
  form.texts('includeDomains');
  form.texts('excludeDomains');
  form.done();
  return { subject, urls: [], most };
}

function readAnswer(ask: Ask): Question {
  const form = new Form(ask.body);
  const subject = form.text('query', { must: true }) ?? '';
  form.done();
  return { subject, urls: [], most: 3 };
}

function readContents(ask: Ask): Question {
  const form = new Form(ask.body);
  const urls = form.texts('urls', { must: true, min: 1, max: law.web.urlsMost }) ?? [];
  form.done();
  return { subject: '', urls, most: 0 };
}

function readSimilar(ask: Ask): Question {
  const form = new Form(ask.body);
  const url = form.text('url', { must: true });
  if (url !== undefined && !isPublicUrl(url, ['http:', 'https:'])) form.bad('url', 'url has to be a public address');
  const most = form.integer('numResults', { min: 1, max: law.web.resultsMost }) ?? law.web.resultsUsual;
  form.flag('excludeSourceDomain');
  form.done();
  return { subject: url ?? '', urls: [], most };
}

function hit(subject: string, at: number): Obj {
  return {
    score: Number((0.95 - at / 250).toFixed(3)),
    publishedDate: iso(now() - at * 86_400_000),
    url: `https://site${at + 1}.example/${pick(subject, 9999)}`,
    title: `Page ${at + 1} on ${subject.slice(0, 60)}`,
    id: `hit-${pick(subject, 9999)}-${at}`,
  };
}

async function ask(deal: Deal): Promise<void> {
  const { outcome } = await reach(deal, {
    timeout: () =>
      new Refusal(law.web.timeoutStatus, { error: 'Internal server error', message: 'Nothing was charged.' }),
    reject: (detail) => {
      const status = typeof detail.status === 'number' ? detail.status : 400;
      if (!law.web.passThrough || status > 499) return failed();
      return new Refusal(status, { error: 'Bad Request', status, details: 'the provider refused the request' });
    },
  });
  if (outcome === 'cut' || outcome === 'empty') throw failed();
}

async function results(question: Question, deal: Deal): Promise<Reply> {
  await ask(deal);
  const found = Array.from({ length: question.most }, (_, at) => hit(question.subject, at));
  return ok({
    data: {
      costDollars: { total: 0.005 },
      searchTime: 0.4,
      results: found,
      resolvedSearchType: 'neural',
      requestId: token(),
    },
  });
}

async function answer(question: Question, deal: Deal): Promise<Reply> {
  await ask(deal);
  const citations = [0, 1, 2].map((at) => {
    const { id, title, url } = hit(question.subject, at);
    return { id, title, url };
  });
  return ok({
    data: { citations, answer: `In short: ${question.subject.slice(0, 80)} is well known.`, requestId: token() },
  });
}

async function contents(question: Question, deal: Deal): Promise<Reply> {
  await ask(deal);
  const pages = question.urls.map((url) => ({
    author: 'A. Mason',
    text: `# ${url}\n\nStone.`,
    title: 'A page',
    url,
    id: url,
  }));
  return ok({ data: { costDollars: { total: 0.001 * pages.length }, results: pages } });
}

const flat = () => law.web.call;
const perUrl = (question: Question) => customs.web.counted(question.urls) * law.web.perUrl + law.web.perRequest;

function sold(
  name: string,
  read: (given: Ask) => Question,
  price: (q: Question) => number,
  effect: (q: Question, d: Deal) => Promise<Reply>,
): Row {
  return row<Question>({ on: `POST /api/v1/{websearch}/${name}`, hosts, upstream: true, read, price, effect });
}

/** A GET only shows what the POST would cost. */
function shown(name: string): Row {
  const price = name === 'contents' ? law.web.perUrl + law.web.perRequest : law.web.call;
  return row<undefined>({
    on: `GET /api/v1/{websearch}/${name}`,
    hosts,
    hidden: true,
    read: () => undefined,
    effect: (_input, deal) => challenge(deal.ask, { row: deal.row, price, facts: { method: 'POST' } }),
  });
}

export const webRows: Row[] = [
  sold('search', readSearch, flat, results),
  sold('answer', readAnswer, flat, answer),
  sold('contents', readContents, perUrl, contents),
  sold('find-similar', readSimilar, flat, results),
  ...endpoints.map(shown),
  row<undefined>({
    on: 'ANY /api/v1/{websearch}/{path...}',
    hosts,
    hidden: true,
    form: 'any',
    read: () => undefined,
    effect: () => ({ status: 404, body: { available: endpoints, error: 'Not found', message: 'No such endpoint.' } }),
  }),
];
