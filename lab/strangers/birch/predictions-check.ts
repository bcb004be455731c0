import { Fields } from './check.ts';
import { on } from './faults.ts';
import { HttpError, type Req } from './http.ts';

const INTERVALS = ['1s', '1m', '5m', '15m', '1h', '4h', '1d'] as const;

function search(fields: Fields): void {
  fields.text('search', { min: 3, max: 100 });
}

function marketsA(fields: Fields): void {
  search(fields);
  fields.choice('status', ['active', 'closed', 'archived']);
  fields.choice('sort', ['volume', 'liquidity', 'created']);
}

function marketsB(fields: Fields): void {
  search(fields);
  fields.choice('status', ['open', 'closed']);
  fields.text('ticker', { max: 50 });
  const sorts = ['volume', 'open_interest', 'price_desc', 'price_asc', 'close_time'];
  fields.choice('sort', on('pm-sort-price-asc') ? sorts.filter((name) => name !== 'price_asc') : sorts);
}

function candles(fields: Fields): Record<string, unknown> {
  const interval = fields.choice('interval', INTERVALS) ?? '1m';
  const start = fields.digits('start_time', { min: 0 });
  const end = fields.digits('end_time', { min: 0 });
  if (start !== undefined && end !== undefined && start > end)
    fields.fail('end_time', 'must not lie before start_time');
  const limit = fields.digits('limit', { min: 1, max: 1500 }) ?? 500;
  fields.done();
  return { interval, limit };
}

function profiles(req: Req, fields: Fields): void {
  const wallets = ['addresses', 'wallets'].flatMap((name) => req.query.getAll(name)).flatMap((text) => text.split(','));
  if (wallets.length > 20) fields.fail('addresses', 'must hold at most 20 wallets');
}

/** Check the query of a prediction-market path. */
export function checkQuery(path: string, req: Req): Record<string, unknown> {
  const fields = Fields.ofQuery(req);
  if (path.startsWith('binance/candles')) return candles(fields);
  if (path === 'markets/search' && !fields.get('q')) {
    throw new HttpError(422, { error: 'Unprocessable query', details: [{ field: 'q', reason: 'is required' }] });
  }
  if (path === '{venue_a}/markets') marketsA(fields);
  if (path === '{venue_b}/markets') marketsB(fields);
  if (path === '{venue_a}/wallets/profiles') profiles(req, fields);
  const limit = fields.digits('limit', { min: 1, max: 100 }) ?? 20;
  fields.done();
  return { limit };
}
