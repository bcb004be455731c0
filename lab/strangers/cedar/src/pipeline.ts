import type { Context, Hono } from 'hono';
import { accountOf, charge, release, reserve } from './account/keys.ts';
import { config, prefix } from './config.ts';
import { ApiError } from './errors.ts';
import { raiseFor, slowness } from './failures.ts';
import { on } from './fault.ts';
import type { Call, Op, Result, Who } from './op.ts';
import { decoded, honoPath } from './paths.ts';
import { nextScript, pathPattern } from './upstream.ts';
import { token, world } from './world.ts';
import type { Price } from './x402.ts';
import { challenge, hold, paymentHeader, receiptHeaders, settle, verify } from './x402.ts';

/** One operation from request to answer: validate, price, pay or authenticate, call, settle or charge. */
export const mounted: Op[] = [];

function respond(result: Result, body: unknown, headers: Record<string, string>): Response {
  if (result.sse !== undefined) {
    return new Response(result.sse, {
      status: 200,
      headers: { ...headers, 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache' },
    });
  }
  return new Response(JSON.stringify(body), {
    status: result.status ?? 200,
    headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
  });
}

function scriptFor(o: Op, c: Context) {
  const also = (o.alsoScript ?? []).map((t) => prefix() + t);
  return o.upstream
    ? nextScript([o.method, c.req.method], [decoded(c.req.path), ...also])
    : { outcome: 'succeed' as const, detail: {} };
}

async function callUpstream(o: Op, input: unknown, call: Call): Promise<Result> {
  raiseFor(o, call.script, input);
  await slowness(o, call.script);
  return o.run(input, call);
}

async function perCall(o: Op, c: Context): Promise<Response> {
  const input = await o.parse(c);
  const call: Call = { c, who: { kind: 'none', id: '' }, script: { outcome: 'succeed', detail: {} }, claim: '' };
  if (o.open) {
    call.script = scriptFor(o, c);
    const result = await callUpstream(o, input, call);
    return respond(result, result.body, {});
  }
  const quote = o.quote(input, c);
  const price: Price = {
    amount: quote.base,
    payTo: o.payTo,
    timeout: o.timeoutSeconds,
    breakdown: quote.breakdown,
    extra: quote.challenge,
  };
  const header = paymentHeader(c);
  if (header === undefined) throw challenge(c, price);
  const auth = await verify(c, header, price);
  const who: Who = { kind: 'wallet', id: auth.from };
  o.authorize?.(input, who, c);
  // From the replay check in verify() to here nothing awaits: of many equal requests exactly one gets past this line.
  if (!on('claim-after-call')) world.claims.set(auth.key, {});
  hold(auth, 1n);
  Object.assign(call, { who, claim: auth.key, authorization: auth, script: scriptFor(o, c) });
  let result: Result;
  try {
    result = await callUpstream(o, input, call);
  } finally {
    hold(auth, -1n);
  }
  if (on('claim-after-call')) world.claims.set(auth.key, world.claims.get(auth.key) ?? {});
  if (result.free || result.deferred)
    return respond(result, result.withReceipt ? result.withReceipt(null) : result.body, {});
  const receipt = settle(auth, `${o.alsoPost ? c.req.method : o.method} ${prefix()}${o.template}`);
  if (!receipt && !result.absorbs && !on('content-without-settlement')) {
    throw challenge(
      c,
      price,
      'Payment settlement failed',
      'The call succeeded but its payment could not be settled; nothing was charged.',
    );
  }
  result.commit?.(receipt);
  const body = result.withReceipt ? result.withReceipt(receipt) : result.body;
  return respond(result, body, receipt && quote.base > 0n ? receiptHeaders(receipt) : {});
}

async function onAccount(o: Op, c: Context): Promise<Response> {
  const account = accountOf(c);
  const input = await o.parse(c);
  const quote = o.quote(input, c);
  const who: Who = { kind: 'key', id: account.id };
  o.authorize?.(input, who, c);
  const claim = token('res_');
  reserve(account, claim, quote.account);
  const call: Call = { c, who, script: scriptFor(o, c), claim };
  let result: Result;
  try {
    result = await callUpstream(o, input, call);
  } catch (e) {
    if (!on('failed-call-keeps-reservation')) release(account, claim);
    const status = e instanceof ApiError ? e.status : 500;
    const unsure = e instanceof ApiError && e.body.code === 'FLEX_TIER_UNCONFIRMED';
    const amount = unsure && on('unconfirmed-flex-charged') ? quote.account : 0n;
    if (status >= 429) charge(account, o, { amount, status });
    throw e;
  }
  if (result.deferred) return respond(result, result.withReceipt ? result.withReceipt(null) : result.body, {});
  release(account, claim);
  const amount = result.free ? 0n : (result.charge ?? quote.account);
  const pictures = on('usage-row-per-picture') ? Number((input as { n?: number } | null)?.n ?? 1) : 1;
  for (let i = 0; i < pictures; i += 1)
    charge(account, o, { amount: amount / BigInt(pictures), status: 200, ...result.usage });
  if (on('responses-stream-leaves-no-row') && o.template === '/responses' && result.sse !== undefined)
    account.rows.pop();
  result.commit?.(null);
  return respond(result, result.withReceipt ? result.withReceipt(null) : result.body, {});
}

export function handle(o: Op): (c: Context) => Promise<Response> {
  return (c) => (config.host === 'base' ? perCall(o, c) : onAccount(o, c));
}

export function mount(app: Hono, o: Op): void {
  const hosts = o.hosts ?? 'base';
  if (hosts !== 'both' && hosts !== config.host) return;
  mounted.push(o);
  const path = prefix() + honoPath(o.template);
  app.on(o.alsoPost ? [o.method, 'POST'] : [o.method], path, handle(o));
}

/** Does a route of the control API name something that has an upstream here? */
export function hasUpstream(method: string, path: string): boolean {
  const asked = pathPattern(path);
  return mounted.some((o) => {
    if (!o.upstream || !(method === 'ANY' || method === o.method || (o.alsoPost && method === 'POST'))) return false;
    const own = prefix() + o.template;
    return asked.test(concrete(own)) || pathPattern(own).test(concrete(path));
  });
}

/** A path of the documents' spelling with something in the place of every placeholder. */
function concrete(path: string): string {
  const source = pathPattern(path).source.slice(1, -1);
  return source.replaceAll('[^/]+', 'x').replaceAll('.+', 'x').replaceAll('\\', '');
}
