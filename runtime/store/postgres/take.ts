import type { Micro } from '../../money/usd.ts';
import type { Payment } from '../../operation/payment.ts';
import type { Claim, ClaimOutcome, ClaimStore } from '../claims.ts';
import { integer, paymentColumns, readClaim } from '../rows.ts';
import type { Database } from './database.ts';
import { balanceOf } from './ledger.ts';
import { isElsewhere, isFree } from './presence.ts';
import type { Query } from './statements.ts';

type Request = Parameters<ClaimStore['claim']>[0];

/** Columns of a claim. `$1` is the id of this process. */
export const columns = `claims.*, ${isElsewhere('claims')} as elsewhere`;

/** Makes other units of the same payer wait for the end of this one: an update that changes nothing locks the row. */
const lockPayer = 'insert into payers (payer) values ($1) on conflict (payer) do update set payer = excluded.payer';
const isPayment = 'payer = $2 and network = $3 and asset = $4 and nonce = $5';
const find = `select ${columns} from claims where ${isPayment}`;
const takeOwed = `update claims set process = $1 where ${isPayment} and state = 'owed' and ${isFree('claims')} returning id`;
const open = `
  select coalesce(sum(amount), 0)::bigint as amount from claims
  where payer = $1 and state in ('claimed', 'settling') and valid_before > $2 and network = coalesce($3, network)`;
const reopen = `
  update claims set state = 'claimed', held = false, replay = '{}', tx_hash = null, process = $1
  where ${isPayment} and state = any($6) returning *`;
const insert = `
  insert into claims (process, network, asset, payer, nonce, amount, valid_before, payment, id, fingerprint, state)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'claimed') returning *`;

/** Takes a payment as `ClaimStore.claim` does. `defaultBalance` is that of wallets that were never funded. */
export async function takePayment(
  { query, unit, process }: Pick<Database, 'query' | 'unit' | 'process'>,
  request: Request,
  defaultBalance: Micro,
): Promise<ClaimOutcome> {
  // A payment that cannot be claimed again needs no lock: most replays end here.
  const earlier = await ofPayment(query, process, request.payment);
  if (earlier && !isReusable(earlier, request)) return { outcome: 'replayed', claim: earlier };
  return unit((run) => take(run, process, request, defaultBalance));
}

/** Takes a payment while no other unit takes one of the same payer. */
async function take(run: Query, process: string, request: Request, defaultBalance: Micro): Promise<ClaimOutcome> {
  const { id, payment, fingerprint, fundsOn = null, reusable, now } = request;
  await run(lockPayer, payment.payer);
  const earlier = await ofPayment(run, process, payment);
  if (earlier && !isReusable(earlier, request)) return { outcome: 'replayed', claim: earlier };
  if (earlier?.state === 'owed') {
    const [taken] = await run(takeOwed, process, ...keyOf(payment));
    return { outcome: taken ? 'owed' : 'replayed', claim: earlier };
  }

  const balance = request.balance ?? (await balanceOf(run, payment.payer, defaultBalance));
  const [spoken] = await run(open, payment.payer, now, fundsOn);
  if (balance - (spoken ? integer(spoken, 'amount') : 0n) < payment.amount) return { outcome: 'underfunded' };

  const [row] = earlier
    ? await run(reopen, process, ...keyOf(payment), reusable)
    : await run(insert, process, ...paymentColumns(payment), id, fingerprint);
  if (!row) throw new Error(`The claim ${earlier?.id} was taken by a unit that had not locked its payer.`);
  return { outcome: 'claimed', claim: readClaim(row) };
}

async function ofPayment(run: Query, process: string, payment: Payment): Promise<Claim | undefined> {
  const [row] = await run(find, process, ...keyOf(payment));
  return row && readClaim(row);
}

function isReusable({ fingerprint, state }: Claim, request: Request): boolean {
  return fingerprint === request.fingerprint && request.reusable.includes(state);
}

function keyOf({ payer, network, asset, nonce }: Payment) {
  return [payer, network, asset, nonce] as const;
}
