import type { Run } from '../check/check.ts';
import type { Exchange, Invocation, Paid } from '../check/exchange.ts';
import { returnResponse } from '../check/return-response.ts';
import { type Trace, type TracedCall, traced } from '../check/trace.ts';
import type { Contract, Limit, Scenario, Step } from '../contract/contract.ts';
import { fieldsOf } from '../json/json.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { offerOf } from '../protocol/challenge/offer.ts';
import { routeOf } from '../protocol/failure/failing-upstream.ts';
import { payerOf, sendPayment } from '../protocol/payable/cheapest.ts';
import { controlOf, ledgerOf } from '../protocol/settlement/ledger.ts';
import { addressLimitOf } from '../requests/address-limit.ts';
import { sampleOf } from '../requests/sample.ts';
import { readChallenge } from '../run/challenge.ts';
import { encodePayment } from '../wallet/wallet.ts';
import { type Bindings, bindingOf, resolve } from './bindings.ts';
import { type Cast, createCast } from './cast.ts';

/** How far a story had come when a step was done. */
export interface Stand {
  /** Everything that was sent until then. */
  readonly sequence: readonly TracedCall[];
  /** The last answer, as evidence. */
  readonly last?: Exchange;
}

/** What came of a story. */
export interface Played extends Stand {
  readonly bindings: Bindings;
  /** How far it had come with each result. */
  readonly stands: ReadonlyMap<string, Stand>;
  /** Why the story broke off: a step reads what an earlier answer lacks. */
  readonly broken?: string;
  /** The documented limit that other calls had used up, where its window could not be opened for the story. */
  readonly limited?: Limit;
}

/** Acts out the steps of a story in order; what it scripted is taken back at its end. */
export async function play(scenario: Scenario, run: Run): Promise<Played> {
  const cast = await createCast(run);
  try {
    await openWindows(scenario, run);
    return await act(scenario.steps, run, cast);
  } finally {
    for (const { upstream } of scenario.steps) {
      if (upstream)
        await run.control?.upstream({ route: routeOf(run.operation(upstream.operation)), outcome: 'succeed' });
    }
  }
}

/** Acts out steps as somebody; what they script stays. */
export function act(steps: readonly Step[], run: Run, cast: Cast): Promise<Played> {
  return traced(async (trace) => {
    const stage = new Stage(run, cast, trace);
    try {
      for (const step of steps) await stage.act(step);
      return stage.played();
    } catch (error) {
      if (error instanceof EvaluationError) return { ...stage.played(), broken: error.message };
      throw error;
    }
  });
}

/** The limits on callers' addresses that the calls of a story count for. */
export function limitsOn({ steps }: Scenario, { limits }: Pick<Contract, 'limits'>): readonly Limit[] {
  const called = steps.flatMap(({ call }) => call ?? []);
  return limits.filter(({ key, operations }) => key === 'ip' && operations.some((id) => called.includes(id)));
}

/** Moves the clock past the limits that earlier calls from this address may have used up, where it can be moved. */
async function openWindows(scenario: Scenario, { contract, control }: Run): Promise<void> {
  const limits = limitsOn(scenario, contract);
  if (limits.length === 0 || !control?.capabilities.has('clock')) return;
  await control.advance(Math.max(...limits.map(({ window }) => window)) + 1);
}

class Stage {
  readonly #run: Run;
  readonly #cast: Cast;
  readonly #trace: Trace;
  readonly #stands = new Map<string, Stand>();
  readonly #bindings: Record<string, unknown> = {};
  readonly #payments = new Map<string, string>();
  readonly #quotes = new Map<string, Exchange>();
  #last: Exchange | undefined;
  #limited: Limit | undefined;

  constructor(run: Run, cast: Cast, trace: Trace) {
    this.#run = run;
    this.#cast = cast;
    this.#trace = trace;
  }

  played(): Played {
    return {
      bindings: this.#bindings,
      stands: this.#stands,
      ...this.#stand(),
      ...(this.#limited && { limited: this.#limited }),
    };
  }

  async act(step: Step): Promise<void> {
    const result = step.call === undefined ? await this.#direct(step) : await this.#call(step, step.call);
    if (step.as === undefined) return;
    this.#bindings[step.as] = result;
    this.#stands.set(step.as, this.#stand());
  }

  #stand(): Stand {
    return { sequence: [...this.#trace.calls], ...(this.#last && { last: this.#last }) };
  }

  /** Steps that go to the control API. */
  async #direct(step: Step): Promise<unknown> {
    const control = controlOf(this.#run);
    if (step.ledger) {
      const ledgers = await Promise.all(this.#cast.wallets().map(({ address }) => ledgerOf(this.#run, address)));
      return ledgers.flat();
    }
    if (step.upstream) {
      const { operation, ...script } = step.upstream;
      return control.upstream({ route: routeOf(this.#run.operation(operation)), ...script });
    }
    if (step.settlement) return control.settlement(step.settlement.outcome, step.settlement.times);
    if (step.event) {
      const { machine, event, detail } = step.event;
      return control.event(machine.replaceAll('-', '_'), String(this.#value(step.event.id)), event, detail);
    }
    if (step.advance !== undefined) return control.advance(step.advance);
    if (step.key !== undefined) {
      this.#cast.apiKey = await control.keys(step.key);
      return undefined;
    }
    const { payer } = this.#cast;
    if (step.fund !== undefined && payer) return control.fund(payer.address, BigInt(step.fund));
    if (step.allow && payer) return control.allow(payer.address);
    throw new Error(`A step of the story does nothing: ${JSON.stringify(step)}`);
  }

  async #call(step: Step, id: string): Promise<unknown> {
    const invocation = this.#invocation(step, id);
    const once = () => this.#exchange(step, invocation);
    if (step.times === undefined) return bindingOf(await once());
    const turns = Array.from({ length: step.times });
    const exchanges: Exchange[] = step.concurrent ? await Promise.all(turns.map(once)) : [];
    while (exchanges.length < step.times) exchanges.push(await once());
    return exchanges.map(bindingOf);
  }

  #invocation(step: Step, id: string): Invocation {
    const operation = this.#run.operation(id);
    const { headers, ...overrides } = fieldsOf(this.#value(step.with ?? {}));
    const { apiKey } = this.#cast;
    const sample = sampleOf(operation, overrides);
    return {
      ...sample,
      headers: {
        ...(apiKey !== undefined && operation.auth === 'key' && { authorization: `Bearer ${apiKey}` }),
        ...textsOf(headers),
      },
      ...(step.url && { url: String(this.#value(step.url)) }),
    };
  }

  async #exchange(step: Step, invocation: Invocation): Promise<Exchange> {
    const exchange = await this.#paid(step, invocation).catch(returnResponse);
    if (step.as !== undefined && 'header' in exchange) this.#payments.set(step.as, exchange.header);
    else if (step.as !== undefined && exchange.received.status === 402) this.#quotes.set(step.as, exchange);
    this.#last = exchange;
    const { contract, control } = this.#run;
    if (exchange.received.status === 429 && !control?.capabilities.has('clock'))
      this.#limited ??= addressLimitOf(contract, invocation.operation);
    return exchange;
  }

  async #paid(step: Step, invocation: Invocation): Promise<Exchange | Paid> {
    const run = this.#run;
    const takesPayment = ['payment', 'wallet'].includes(invocation.operation.auth);
    const how = step.pay ?? (takesPayment ? 'fresh' : 'none');
    if (how === 'none') return run.send(invocation);
    // Whom the service lets in is part of the story.
    const options = { uninvited: true };
    const { payer } = this.#cast;
    if (how === 'fresh') return run.pay(invocation, payer ? { ...options, wallet: payer } : options);
    if (how === 'other-wallet') return run.pay(invocation, { ...options, wallet: await this.#cast.other() });
    return sendPayment(run, invocation, await this.#payment(how));
  }

  /** The payment of an earlier step; where that step was only asked for one, it is signed now and never sent there. */
  async #payment(step: string): Promise<string> {
    const header = this.#payments.get(step);
    if (header !== undefined) return header;
    const asked = this.#quotes.get(step);
    if (!asked) throw new Error(`No earlier step "${step}" has paid or was asked to.`);
    const run = this.#run;
    const payer = this.#cast.payer ?? payerOf(run);
    return encodePayment(await payer.sign(offerOf(run, readChallenge(asked)), await run.now()));
  }

  #value(value: unknown): unknown {
    return resolve(value, this.#run.evaluator, this.#bindings);
  }
}

function textsOf(headers: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fieldsOf(headers)).map(([name, value]) => [name, String(value)]));
}
