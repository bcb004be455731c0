/** Runs one ask through one row of the table: limit, body, reading, price, payment, claim, effect, settlement. */
import { customs } from './customs.ts';
import { law } from './law.ts';
import { count } from './limits.ts';
import { fromParts } from './parts.ts';
import { challenge, claim, type Due, paymentOf, receiptHeaders, settle, verify } from './pay.ts';
import { type Ask, type Deal, type Paid, Refusal, type Reply, type Row, type Transfer } from './wire.ts';
import { wallet, world } from './world.ts';

async function parse(ask: Ask, row: Row): Promise<void> {
  if (row.form === 'any' || (row.form === undefined && ask.method === 'GET')) return;
  if (row.form === 'parts' && ask.headers['content-type']?.startsWith('multipart/form-data')) {
    ask.body = await fromParts(ask);
    return;
  }
  try {
    ask.body = JSON.parse(ask.raw.toString('utf8'));
  } catch {
    throw new Refusal(law.invalidStatus, { error: 'Invalid JSON', message: 'The body is no JSON.', details: [] });
  }
}

async function free(ask: Ask, row: Row): Promise<Reply> {
  const input = row.read(ask);
  const settleNothing = () => {
    throw new Error('a free row settles nothing');
  };
  return row.effect(input, { ask, row, price: 0, paid: undefined, payer: '', settle: settleNothing });
}

/** A settlement is made at most once per deal, by the effect itself or after it. */
function dealFor(ask: Ask, row: Row, price: number, paid: Paid): Deal & { made: () => Transfer | undefined } {
  let transfer: Transfer | undefined;
  return {
    ask,
    row,
    price,
    paid,
    payer: wallet(paid.payer),
    made: () => transfer,
    settle: () => {
      transfer ??= settle(paid, row.on, price);
      return transfer;
    },
  };
}

async function sold(ask: Ask, row: Row, due: Due, input: unknown): Promise<Reply> {
  const paid = await verify(ask, due);
  if (row.limit === 'client') count('client', wallet(paid.payer));
  row.guard?.(input, wallet(paid.payer), paid);
  claim(ask, due, paid);
  const deal = dealFor(ask, row, due.price, paid);
  if (law.pay.settleFirst(row)) deal.settle();
  const reply = await row.effect(input, deal);
  if (law.pay.leavesOpen(reply)) return reply;
  const byItself = deal.made() !== undefined;
  const transfer = deal.settle();
  if (transfer.amount !== '0' && customs.pay.showsReceipt(byItself))
    reply.headers = { ...reply.headers, ...receiptHeaders(transfer) };
  return reply;
}

async function run(ask: Ask, row: Row): Promise<Reply> {
  const unpaid = paymentOf(ask) === undefined;
  if (row.limit !== undefined && (row.limit !== 'client' || unpaid)) count(row.limit, ask.ip);
  await parse(ask, row);
  if (row.price === undefined || row.own) return free(ask, row);
  const input = row.read(ask);
  const price = row.price(input);
  if (price === undefined) return free(ask, row);
  const owed = customs.pay.owed(row, law.pay.round(price), paymentOf(ask));
  const due: Due = { row, price: owed, facts: row.tell?.(input) ?? {} };
  if (unpaid) return challenge(ask, due);
  return sold(ask, row, due, input);
}

export async function serve(ask: Ask, row: Row): Promise<Reply> {
  try {
    return await run(ask, row);
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    throw error;
  }
}

/** Remembers which job an authorization belongs to, so that a replay can name it. */
export function remember(paid: Paid, route: string, job: string): void {
  world.claims.set(law.pay.claimKey(paid.id, route), job);
}
