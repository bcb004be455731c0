import type { Entry, Har, Header } from 'har-format';
import type { Report, RuleResult, ShownExchange } from './report.ts';

/** Writes the exchanges of the findings as HAR 1.2, which browsers and proxies open; secrets are replaced by variables. */
export function renderHar({ results, started }: Report): string {
  const entries = results.flatMap((result) => (result.exchange ? [entryOf(result, result.exchange, started)] : []));
  const har: Har = { log: { version: '1.2', creator: { name: 'tollwright', version: '1' }, entries } };
  return `${JSON.stringify(har, null, 2)}\n`;
}

/** Durations are not recorded, so every time is 0 and every exchange starts with the run. */
function entryOf({ rule, detail }: RuleResult, { request, answer }: ShownExchange, started: string): Entry {
  const { method, url, headers, body } = request;
  const mimeType = headers['content-type'] ?? 'application/octet-stream';
  return {
    startedDateTime: started,
    time: 0,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headerList(headers),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: body === undefined ? 0 : Buffer.byteLength(body),
      ...(body !== undefined && { postData: { mimeType, text: body } }),
    },
    response: {
      status: answer.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headerList(answer.headers),
      content: {
        size: Buffer.byteLength(answer.body),
        mimeType: answer.headers['content-type'] ?? 'application/octet-stream',
        text: answer.body,
      },
      redirectURL: answer.headers.location ?? '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
    comment: `${rule}: ${detail ?? ''}`,
  };
}

function headerList(headers: Readonly<Record<string, string>>): Header[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
