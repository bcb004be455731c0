import { fieldsOf } from '../../common/json.ts';
import { parseJson, readEvents } from '../../http/events.ts';
import type { ReceivedResponse, SentRequest } from '../../http/exchange.ts';
import { catalogsOf } from '../../oracle/catalogs.ts';
import { validatorOf } from '../../oracle/schema.ts';
import type { Control } from '../../target/control.ts';
import type { Payment, SignedAuthorization } from '../../wallet/wallet.ts';
import { referenceContract } from './contract.ts';
import type { Faults } from './faults.ts';
import { Jobs } from './jobs.ts';
import { Bank, type Offer, offerOf } from './payments.ts';

const prices: Readonly<Record<string, bigint>> = { small: 10_000n, large: 20_000n, order: 30_000n };
const capabilities = ['clock', 'upstream', 'settlement', 'ledger', 'fund', 'events', 'reset'];
/** Characters of a request that a gateway chokes on. */
const maxRequest = 5000;
const outcomes = ['succeed', 'fail', 'slow', 'cut'];

/** A gateway in memory that conforms to the reference contract except for its faults. */
export class ReferenceGateway {
  readonly bank: Bank;
  readonly jobs: Jobs;
  readonly #faults: Faults;
  /** Nonces of payments that were rejected. */
  readonly #rejected = new Set<string>();
  readonly #scripts = new Map<string, string[]>();
  readonly #reads: number[] = [];
  readonly #kept = new Map<string, ReceivedResponse>();
  #now = 1_800_000_000;

  constructor(faults: Faults = {}) {
    this.#faults = faults;
    this.bank = new Bank(faults);
    this.jobs = new Jobs(faults);
  }

  get now(): number {
    return this.#now;
  }

  async exchange(sent: SentRequest): Promise<ReceivedResponse> {
    for (const [path, status] of Object.entries(this.#faults.paths ?? {})) {
      if (sent.path.startsWith(path)) return answer(status, {});
    }
    if (this.#faults.chokes && sent.path.length + (sent.body ?? '').length > maxRequest) return answer(500, {});
    const operation = referenceContract.operations.find(
      ({ method, path }) => method === sent.method && new RegExp(`^${path.replace('{id}', '[^/]+')}$`).test(sent.path),
    );
    switch (operation?.id) {
      case 'list':
        return this.#list();
      case 'describe':
        return answer(200, this.#faults.description ?? description);
      case 'collect':
        return this.#collect(sent);
      case undefined:
        return answer(404, { error: 'Not found' });
      default:
        return this.#sell(sent, operation?.id ?? '');
    }
  }

  /** The control API of this gateway. */
  control(): Control {
    return {
      capabilities: new Set(capabilities),
      outcomes: new Set(outcomes),
      reset: async () => {
        this.bank.transfers.length = 0;
      },
      now: async () => this.#now,
      advance: async (seconds) => {
        this.#now += seconds;
        return this.#now;
      },
      upstream: async ({ route, outcome, times = 1 }) => {
        this.#scripts.set(route, outcome === 'succeed' ? [] : Array.from({ length: times }, () => outcome));
      },
      settlement: async (outcome, times = 1) => {
        this.bank.failingSettlements = outcome === 'fail' ? times : 0;
      },
      ledger: async (payer) => this.bank.transfers.filter((transfer) => transfer.payer === payer),
      fund: async (address, amount) => {
        this.bank.balances.set(address.toLowerCase(), amount);
      },
      keys: async () => '',
      allow: async () => {},
      event: async (_, id, event) => this.jobs.event(id, event),
    };
  }

  #list(): ReceivedResponse {
    const isOver = (time = Number.POSITIVE_INFINITY) => time <= this.#now - 60;
    if (this.#faults.renewsLimit) {
      if (isOver(this.#reads.at(-1))) this.#reads.length = 0;
      this.#reads.push(this.#now);
      return this.#reads.length > (this.#faults.limit ?? 5)
        ? answer(429, { error: 'Too many' })
        : answer(200, { items: [] });
    }
    while (isOver(this.#reads[0])) this.#reads.shift();
    if (this.#reads.length >= (this.#faults.limit ?? 5)) return answer(429, { error: 'Too many' });
    this.#reads.push(this.#now);
    return answer(200, { items: [] });
  }

  async #sell(sent: SentRequest, id: string): Promise<ReceivedResponse> {
    const route = `${sent.method} ${sent.path}`;
    const offer = offerOf(prices[id] ?? 0n, id === 'order' ? 600 : 300);
    const payment = this.#paymentOf(sent, offer);
    const kept = this.#faults.caches ? this.#kept.get(route + sent.body) : undefined;
    if (kept && !payment) return kept;
    const parsed = parseJson(sent.body ?? '');
    if (parsed === undefined && id === 'large' && !this.#faults.lenient) return answer(400, { error: 'Bad text' });
    if (!payment) return this.#challenge(offer, {});
    if (!payment.payload) {
      const refused = answer(402, { error: 'Payment verification failed', code: 'PAYMENT_INVALID' });
      if (this.#faults.unreadable === undefined) return refused;
      return this.#faults.unreadable === 'absent' ? this.#challenge(offer, {}) : answer(200, { text: 'Served' });
    }
    const { nonce } = payment.payload.authorization;
    const isReplay = this.#faults.claimsRejected && this.#rejected.has(nonce);
    const code = isReplay ? 'PAYMENT_REPLAY' : await this.bank.refuse(payment, offer, this.#now);
    if (code) {
      this.#rejected.add(nonce);
      if (this.#faults.settles === 'on-refusal') this.bank.settle(payment, offer, route, this.#now);
      return answer(402, { error: 'Payment verification failed', code });
    }
    const body = fieldsOf(parsed);
    const resource = route + sent.body;
    const unclaimed = await this.bank.claim(payment, resource);
    if (unclaimed) return answer(402, { error: 'Payment verification failed', code: unclaimed });
    const release = () => this.bank.release(payment, resource);
    if (typeof body.text !== 'string') {
      if (!this.#faults.keepsInvalidClaims) release();
      if (this.#faults.settles === 'on-invalid') this.bank.settle(payment, offer, route, this.#now);
      return answer(400, { error: 'Bad text' });
    }

    const outcome = this.#scripts.get(route)?.shift() ?? 'succeed';
    if (outcome === 'slow' && id === 'order') {
      const job = this.jobs.add(payment, this.#now);
      return answer(202, { id: job.id, status: job.state, payment_status: 'verified', poll_url: `/v1/jobs/${job.id}` });
    }
    if (outcome === 'fail') {
      if (!this.#faults.keepsFailedClaims) release();
      if (this.#faults.settles === 'on-failure') this.bank.settle(payment, offer, route, this.#now);
      const { status = 502, error = 'Upstream failed', source = 'pool' } = this.#faults.failure ?? {};
      return answer(status, { error }, source === null ? {} : { 'x-source': source });
    }
    if (body.stream === true)
      return this.#stream(outcome === 'cut', () => this.bank.settle(payment, offer, route, this.#now));
    const hash = this.bank.settle(payment, offer, route, this.#now);
    if (!hash) {
      if (!this.#faults.keepsUnsettledClaims) release();
      return answer(402, { error: 'Payment settlement failed' }, this.#failure());
    }
    const cached = this.#faults.storable && { 'cache-control': 'public, max-age=60' };
    const served = answer(200, { text: body.text }, { ...this.#receipts(hash), ...cached });
    this.#kept.set(resource, served);
    return served;
  }

  async #collect(sent: SentRequest): Promise<ReceivedResponse> {
    const job = this.jobs.find(sent.path.split('/').at(-1) ?? '');
    if (!job) return answer(404, { error: 'No such job' });
    const offer = offerOf(prices.order ?? 0n, 600);
    const payment = this.#paymentOf(sent, offer);
    if (!payment) return this.#challenge(offer, { job_id: job.id });
    if (!(await this.bank.isSigned(payment, offer))) return answer(402, { error: 'Payment verification failed' });
    if (payment.payload.authorization.from !== job.payment.payload.authorization.from) {
      return answer(403, { error: 'Another payer' });
    }
    this.jobs.age(job, this.#now);
    if (job.state === 'failed') {
      const status = this.#faults.job === 'wrong-status' ? 'verified' : 'not_charged';
      return answer(200, { id: job.id, status: 'failed', payment_status: status });
    }
    if (!job.finished || job.state === 'queued') {
      return answer(202, { id: job.id, status: job.state, payment_status: 'verified' });
    }
    if (!job.settled) {
      if (this.#faults.job === 'settles-racing') await new Promise((resolve) => setImmediate(resolve));
      job.settled = true;
      job.transaction = this.bank.settle(job.payment, offer, 'GET /v1/jobs/{id}', this.#now);
      return answer(200, { id: job.id, payment: { status: 'settled' } }, this.#receipts(job.transaction));
    }
    if (this.#faults.job === 'forgets')
      return answer(202, { id: job.id, status: 'running', payment_status: 'verified' });
    return answer(200, { id: job.id, payment: { status: 'already_settled' } }, this.#receipts(job.transaction));
  }

  #receipts(hash = ''): Readonly<Record<string, string>> {
    const receipts = Object.entries({
      'payment-response': receipt({ transaction: hash, ...this.#faults.receipt }),
      'x-payment-receipt': hash,
    });
    return Object.fromEntries(receipts.filter(([name]) => !this.#faults.receipts?.includes(name)));
  }

  #failure(): Readonly<Record<string, string>> {
    if (this.#faults.receipts?.includes('payment-response')) return {};
    return { 'payment-response': receipt({ success: false, transaction: '', ...this.#faults.failureReceipt }) };
  }

  #stream(cut: boolean, settle: () => void): ReceivedResponse {
    const type = this.#faults.streamType ?? 'text/event-stream';
    const chunk = 'data: {"text":"hel"}\n\n';
    if (!cut || this.#faults.cut === 'charged') settle();
    const end = cut ? 'event: error\ndata: {"error":"cut"}\n\n' : `data: ${this.#faults.streamEnd ?? '[DONE]'}\n\n`;
    const text = chunk + (cut && this.#faults.cut === 'silent' ? '' : end);
    return { ...answer(200, undefined, { 'content-type': type }), text, events: readEvents(text) };
  }

  #challenge(offer: Offer, extra: object): ReceivedResponse {
    const accepted: Record<string, unknown> = { ...offer };
    const micro = Number(offer.amount);
    const body: Record<string, unknown> = {
      x402Version: 2,
      accepts: [accepted],
      error: 'Payment Required',
      message: 'Pay to go on',
      resource: { url: 'https://target.test/v1' },
      price: { amount: String(micro / 1_000_000), currency: 'USD' },
      paymentInfo: { network: offer.network, asset: offer.asset, x402Version: 2 },
      parts: {},
      ...extra,
    };
    const header = Buffer.from(JSON.stringify({ x402Version: 2, accepts: [{ ...offer }] })).toString('base64');
    this.#faults.challenge?.(body, accepted);
    const headers = {
      'payment-required': header,
      'www-authenticate': `x402 requirements="${header}"`,
      ...this.#faults.challengeHeaders,
    };
    const kept = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null);
    return answer(this.#faults.challengeStatus ?? 402, body, Object.fromEntries(kept));
  }

  #paymentOf({ headers }: SentRequest, offer: Offer): Payment<SignedAuthorization> | undefined {
    const read = (['payment-signature', 'x-payment'] as const).filter(
      (name) => !this.#faults.unverified?.includes(name),
    );
    const text = read.map((name) => headers[name]).find((value) => value !== undefined);
    if (text === undefined) return undefined;
    const { versions = [1, 2], alphabet = /^/, maxLength = 8192 } = this.#faults;
    const isRead = text.length <= maxLength && alphabet.test(text);
    // All payments come from the suite's own wallets.
    const payment = ((isRead && parseJson(Buffer.from(text, 'base64').toString())) ||
      {}) as Payment<SignedAuthorization>;
    if (!versions.includes(payment.x402Version) || !this.#isComplete(payment))
      return { ...payment, accepted: {}, payload: undefined as never };
    // Version 1 names its scheme and network alone.
    return { ...payment, accepted: payment.accepted ?? { ...offer } };
  }

  #isComplete(payment: Payment): boolean {
    const { transport } = referenceContract.host.payment ?? {};
    const schema = transport?.payment.schemas[payment.x402Version];
    if (!schema || this.#faults.incomplete) return payment.payload !== undefined;
    return validatorOf(referenceContract, catalogsOf(referenceContract)).errors(schema, payment).length === 0;
  }
}

const description = { openapi: '3.1.0', info: { title: 'Toll', version: '1' }, paths: {} };

function receipt(fields: object): string {
  return Buffer.from(JSON.stringify({ success: true, network: 'eip155:8453', ...fields })).toString('base64');
}

function answer(status: number, json: unknown, headers: Readonly<Record<string, string>> = {}): ReceivedResponse {
  return { status, headers, rawHeaders: [], text: JSON.stringify(json) ?? '', json, events: [], cut: false };
}
