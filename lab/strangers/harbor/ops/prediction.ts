/** Prediction-market data: read only, one price for every call. */
import { Checker, queryChecker } from '../check.ts';
import { CANDLE_SYMBOLS, OTHER_VENUES, RETIRED, VENUE_A, VENUE_B } from '../data/prediction.ts';
import { free, type Operation, paid } from '../flow.ts';
import { type Call, type Dict, jsonBody, Refusal } from '../http.ts';

type Check = (call: Call, check: Checker) => void;

const NUMERIC = ['limit', 'start_time', 'end_time', 'offset'];

/** The limit that every listing here has. */
function limitOf(call: Call, check: Checker): void {
  check.number('limit', { whole: true, min: 1, max: call.gateway.rules.data.pmLimitMax });
}

function searchOf(call: Call, check: Checker): void {
  check.string('search', { min: call.gateway.rules.data.pmSearchMin, max: 100 });
  limitOf(call, check);
}

const marketsA: Check = (call, check) => {
  searchOf(call, check);
  check.oneOf('status', ['active', 'closed', 'archived']);
  check.oneOf('sort', ['volume', 'liquidity', 'created']);
};

const marketsB: Check = (call, check) => {
  searchOf(call, check);
  check.oneOf('status', ['open', 'closed']);
  check.oneOf('sort', ['volume', 'open_interest', 'price_desc', 'price_asc', 'close_time']);
  check.string('ticker', { max: call.gateway.rules.data.pmTickerMax });
};

const candles: Check = (call, check) => {
  const rule = call.gateway.rules.data;
  check.oneOf('interval', rule.candleIntervals);
  check.number('start_time', { whole: true, min: 0 });
  check.number('end_time', { whole: true, min: 0 });
  check.number('limit', { whole: true, min: 1, max: rule.candleMax });
};

const profiles: Check = (call, check) => {
  const lists = ['wallets', 'addresses'].flatMap((name) => call.query.getAll(name));
  const count = lists.flatMap((list) => list.split(',')).filter((entry) => entry !== '').length;
  if (count > call.gateway.rules.data.profilesMax) check.bad('wallets', 'wallets takes at most 20');
};

const searchQuery: Check = ({ gateway }, check) => {
  if (check.string('q') !== undefined && check.get('q') !== '') return;
  throw new Refusal(gateway.rules.data.pmSearchStatus, {
    details: [{ field: 'q', message: 'q is required' }],
    error: 'Missing q',
  });
};

function answerFor(call: Call, path: string): Dict {
  const limit = Math.min(Number(call.query.get('limit') ?? 20) || 20, 25);
  if (path.startsWith('binance/candles')) {
    const start = call.gateway.seconds();
    const bars = Array.from({ length: Math.min(Number(call.query.get('limit') ?? 500), 25) }, (_, index) => ({
      close: 101 + index,
      low: 99,
      high: 103 + index,
      open: 100 + index,
      time: start - index * 60,
    }));
    return { symbol: call.params.symbol, interval: call.query.get('interval') ?? '1m', candles: bars };
  }
  const rows = Array.from({ length: Math.min(limit, 3) }, (_, index) => ({
    volume: 1200 + index,
    title: `Will the tide turn ${index}?`,
    id: `mk-${index}`,
  }));
  return { as_of: call.gateway.iso(), results: rows, path };
}

function market(
  path: string,
  check: Check = () => undefined,
  values: Record<string, readonly string[]> = {},
): Operation {
  return paid<null>({
    methods: ['GET', 'POST'],
    template: `/api/v1/pm/${path}`,
    values,
    summary: `Prediction data: ${path}`,
    range: [8500, 8500],
    parse: (call) => {
      const checker = queryChecker(call.query, NUMERIC);
      check(call, checker);
      checker.done();
      return null;
    },
    quote: ({ gateway }) => ({ micro: gateway.rules.data.pmMicro }),
    run: (call) => ({ charge: true, answer: { status: 200, body: answerFor(call, path) } }),
  });
}

const LISTS = ['events', 'trades', 'activity', 'orderbooks', 'positions', 'leaderboard'];

function venueA(path: string): Operation {
  const check = path === 'wallets/profiles' ? profiles : LISTS.includes(path) ? limitOf : undefined;
  return market(`{venue_a}/${path}`, check);
}

const identities = paid<{ addresses: string[] }>({
  template: '/api/v1/pm/{venue_a}/wallet/identities',
  summary: 'Identities of many wallets',
  range: [8500, 8500],
  parse: (call) => {
    const check = new Checker(jsonBody(call));
    const addresses = check.strings('addresses', {
      required: true,
      min: 1,
      max: call.gateway.rules.data.identitiesMax,
    });
    check.done();
    return { addresses: addresses ?? [] };
  },
  quote: ({ gateway }, { addresses }) => {
    const { data, combinations } = gateway.rules;
    return { micro: data.pmMicro * Math.max(1, Math.ceil(addresses.length / combinations.identitiesPerPrice)) };
  },
  run: (_call, { addresses }) => ({
    charge: true,
    answer: { status: 200, body: { identities: addresses.map((address): Dict => ({ label: null, address })) } },
  }),
});

function candleFeed(word: 'candles' | 'ticks'): Operation {
  return market(`binance/${word}/{symbol}`, (call, check) => {
    if (!CANDLE_SYMBOLS.includes(call.params.symbol ?? '')) throw new Refusal(404, { error: 'Unknown symbol' });
    if (word === 'candles') candles(call, check);
  });
}

function retired(path: string): Operation {
  return free(
    { methods: ['GET', 'POST'], template: `/api/v1/pm/${path}`, summary: 'Retired', hidden: true },
    ({ gateway }) => {
      throw new Refusal(gateway.rules.data.pmRetiredStatus, {
        error: 'Gone',
        details: 'Canonical matching is retired.',
      });
    },
  );
}

const sports = free(
  { methods: ['GET', 'POST'], template: '/api/v1/pm/sports/{rest*}', summary: 'Sports', hidden: true },
  () => {
    throw new Refusal(503, { error: 'Temporarily unavailable', details: 'The sports group is withdrawn.' });
  },
);

export const predictionOperations: Operation[] = [
  market('markets/search', searchQuery),
  ...RETIRED.map(retired),
  sports,
  candleFeed('candles'),
  candleFeed('ticks'),
  identities,
  market('{venue_a}/markets', marketsA),
  ...VENUE_A.map(venueA),
  market('{venue_b}/markets', marketsB),
  ...VENUE_B.map((path) => market(`{venue_b}/${path}`, limitOf)),
  ...OTHER_VENUES.flatMap((venue) => ['markets', 'orderbooks'].map((path) => market(`{${venue}}/${path}`, limitOf))),
];
