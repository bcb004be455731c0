/** Market prices: lists, spot prices and bars, by asset class or by stock market. */
import { type Checker, queryChecker } from '../check.ts';
import { CLASSES, MARKETS, priceOf, SYMBOLS } from '../data/symbols.ts';
import { free, type Operation, paid } from '../flow.ts';
import { type Answer, type Call, type Dict, isDict, type Json, jsonValue, Refusal } from '../http.ts';

const METHODS = ['GET', 'POST'];
const VALUES = { class: CLASSES, market: MARKETS };
const PREFIXES = ['/api/v1/{class}', '/api/v1/stocks/{market}'];

/** Parameters of the query, and of the body where a POST has one. */
function parameters(call: Call): Checker {
  const numeric = ['limit', 'from', 'to'];
  if (call.method !== 'POST' || call.raw.length === 0) return queryChecker(call.query, numeric);
  const body = jsonValue(call);
  const query = new URLSearchParams(call.query);
  if (isDict(body)) for (const [key, value] of Object.entries(body)) query.set(key, String(value));
  return queryChecker(query, numeric);
}

/** `usstock` and `us` are one list. */
function listName(call: Call): string {
  const name = call.params.class ?? call.params.market ?? '';
  return name === 'usstock' ? 'us' : name;
}

function isEquity(call: Call): boolean {
  return (
    call.params.market !== undefined || (call.params.class === 'usstock' && call.gateway.rules.details.usstockPaid)
  );
}

function symbolOf(call: Call): string {
  const symbol = (call.params.symbol ?? '').toUpperCase();
  if (SYMBOLS[listName(call)]?.includes(symbol)) return symbol;
  throw new Refusal(call.gateway.rules.data.unknownSymbolStatus, { error: 'Unknown symbol', symbol });
}

function list(call: Call): Answer {
  const rule = call.gateway.rules.data;
  const check = parameters(call);
  const limit = check.number('limit', { whole: true, min: 1, max: rule.marketListMax }) ?? rule.marketListDefault;
  const part = (check.string('q') ?? '').toUpperCase();
  check.done();
  const found = (SYMBOLS[listName(call)] ?? []).filter((symbol) =>
    call.gateway.rules.combinations.listSubstring ? symbol.includes(part) : symbol.startsWith(part),
  );
  const data = found.slice(0, limit).map((symbol) => ({ description: `The price of ${symbol}`, symbol }));
  return { status: 200, body: { total: found.length, count: data.length, data } };
}

function checkSession(check: Checker): void {
  check.oneOf('session', ['regular', 'extended']);
}

function price(call: Call, symbol: string): Dict {
  const value = priceOf(symbol);
  return {
    source: 'harbor-oracle',
    publishTime: call.gateway.seconds(),
    confidence: Math.round(value * 5) / 10_000,
    price: value,
    symbol,
  };
}

const STEPS: Record<string, number> = {
  '1': 60,
  '5': 300,
  '15': 900,
  '60': 3600,
  '240': 14_400,
  D: 86_400,
  W: 604_800,
  M: 2_592_000,
};

function history(call: Call, symbol: string): Dict {
  const check = parameters(call);
  const resolution = check.string('resolution') ?? 'D';
  const step = STEPS[resolution] ?? 86_400;
  const to = check.number('to') ?? call.gateway.seconds();
  const from = check.number('from') ?? to - 10 * step;
  const count = Math.min(60, Math.max(0, Math.floor((to - from) / step)));
  const base = priceOf(symbol);
  const bars = Array.from({ length: count }, (_, index): Json => ({
    c: base + 0.5,
    l: base - 1,
    h: base + 1,
    o: base,
    t: to - (count - index) * step,
  }));
  return { bars, resolution, symbol };
}

function checkHistory(call: Call): void {
  const check = parameters(call);
  checkSession(check);
  check.oneOf('resolution', call.gateway.rules.data.resolutions);
  for (const field of ['from', 'to']) check.number(field, { whole: true, min: 0 });
  check.done();
}

function checkPrice(call: Call): void {
  const check = parameters(call);
  checkSession(check);
  check.done();
}

/** One path for both: equities are paid for, the other classes are free. */
function priced(
  template: string,
  check: (call: Call) => void,
  answer: (call: Call, symbol: string) => Dict,
): Operation {
  const forPay = paid<string>({
    methods: METHODS,
    template,
    values: VALUES,
    summary: 'Market price',
    range: [0, 2000],
    parse: (call) => {
      check(call);
      return call.gateway.rules.details.tickerChecked ? symbolOf(call) : (call.params.symbol ?? '').toUpperCase();
    },
    quote: ({ gateway }) => ({ micro: gateway.rules.data.equityMicro }),
    run: (call, symbol) => {
      if (SYMBOLS[listName(call)]?.includes(symbol))
        return { charge: true, answer: { status: 200, body: answer(call, symbol) } };
      return { charge: true, answer: { status: 404, body: { error: 'Unknown symbol', symbol } } };
    },
  });
  const forFree = free({ methods: METHODS, template, summary: 'Market price', upstream: true }, (call) => {
    check(call);
    return { status: 200, body: answer(call, symbolOf(call)) };
  });
  const serve = (call: Call) => (isEquity(call) ? forPay.serve(call) : forFree.serve(call));
  return { ...forPay, serve };
}

export const marketOperations: Operation[] = PREFIXES.flatMap((prefix) => [
  free({ methods: METHODS, template: `${prefix}/list`, values: VALUES, summary: 'Symbols', upstream: true }, list),
  priced(`${prefix}/price/{symbol}`, checkPrice, price),
  priced(`${prefix}/history/{symbol}`, checkHistory, history),
]);
