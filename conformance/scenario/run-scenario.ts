import { answerCacheOf } from '../calls/answer-cache.ts';
import { offerOf, readChallenge } from '../calls/challenge.ts';
import { payerOf, sendPayment } from '../calls/cheapest.ts';
import { controlOf, ledgerOf, routeOf } from '../calls/control.ts';
import { needFunds } from '../calls/funds.ts';
import { addressLimitOf } from '../calls/responses.ts';
import type { Run } from '../check/run.ts';
import { inParallel } from '../common/in-parallel.ts';
import { fieldsOf } from '../common/json.ts';
import type { Contract, Limit, Scenario, Step } from '../contract/contract.ts';
import { callKey, type Exchange, type Invocation, type PaidCall } from '../http/exchange.ts';
import { NotTestable, returnResponse } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { type Trace, type TracedCall, traced } from '../http/trace.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { encodePayment } from '../wallet/wallet.ts';
import { type Actors, createActors } from './actors.ts';
import { type Bindings, bindingOf, resolve } from './bindings.ts';

/** The state of a scenario after a step. */
export interface Snapshot {
  /** All requests until then. */
  readonly sequence: readonly TracedCall[];
  /** The last exchange, as evidence. */
  readonly last?: Exchange;
}

/** The result of a scenario. */
export interface ScenarioResult extends Snapshot {
  readonly bindings: Bindings;
  /** The state after each named result. */
  readonly snapshots: ReadonlyMap<string, Snapshot>;
  /** Why the scenario stopped: a step needs a value that an earlier step did not return. */
  readonly stoppedBy?: string;
  /** Why the target does not take an event; the results until then are judged all the same. */
  readonly untaken?: NotTestable;
  /** The documented limit that other calls had used up, where the clock could not be moved past its window. */
  readonly limited?: Limit;
}

/** Runs the steps of a scenario in order, and takes back its upstream scripts at the end. */
export async function runScenario(scenario: Scenario, run: Run): Promise<ScenarioResult> {
  const actors = await createActors(run);
  try {
    await openWindows(scenario, run);
    return await runSteps(scenario.steps, run, actors);
  } finally {
    for (const { upstream } of scenario.steps) {
      if (upstream)
        await run.control?.upstream({ route: routeOf(run.operation(upstream.operation)), outcome: 'succeed' });
    }
  }
}

/** Runs steps with given wallets and key; their upstream scripts stay. */
export function runSteps(steps: readonly Step[], run: Run, actors: Actors): Promise<ScenarioResult> {
  return traced(async (trace) => {
    const state = new StepRunner(run, actors, trace);
    try {
      for (const step of steps) {
        const untaken = await state.run(step).then(
          () => undefined,
          (error: unknown) => untakenEvent(step, error),
        );
        if (untaken) return { ...state.result(), untaken };
      }
      return state.result();
    } catch (error) {
      if (error instanceof EvaluationError) return { ...state.result(), stoppedBy: error.message };
      throw error;
    }
  });
}

/** The reason why an event cannot be delivered; throws every other error. */
function untakenEvent({ event }: Step, error: unknown): NotTestable {
  if (event && error instanceof NotTestable) return error;
  throw error;
}

/** The limits by address for which the calls of a scenario count. */
export function limitsOn({ steps }: Scenario, { limits }: Pick<Contract, 'limits'>): readonly Limit[] {
  const called = steps.flatMap(({ call }) => call ?? []);
  return limits.filter(({ key, operations }) => key === 'ip' && operations.some((id) => called.includes(id)));
}

/** Moves the clock past the limits that earlier calls from this address may have used up, where that is possible. */
async function openWindows(scenario: Scenario, { contract, control }: Run): Promise<void> {
  const limits = limitsOn(scenario, contract);
  if (limits.length === 0 || !control?.capabilities.has('clock')) return;
  await control.advance(Math.max(...limits.map(({ window }) => window)) + 1);
}

/** Concurrent calls of one step that are under way at the same time. */
const racers = 20;

class StepRunner {
  readonly #run: Run;
  readonly #actors: Actors;
  readonly #trace: Trace;
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #bindings: Record<string, unknown> = {};
  readonly #payments = new Map<string, string>();
  readonly #challenges = new Map<string, Exchange>();
  /** The calls without payment so far. */
  readonly #unpaid = new Set<string>();
  #last: Exchange | undefined;
  #limited: Limit | undefined;

  constructor(run: Run, actors: Actors, trace: Trace) {
    this.#run = run;
    this.#actors = actors;
    this.#trace = trace;
  }

  result(): ScenarioResult {
    return {
      bindings: this.#bindings,
      snapshots: this.#snapshots,
      ...this.#snapshot(),
      ...(this.#limited && { limited: this.#limited }),
    };
  }

  async run(step: Step): Promise<void> {
    const result = step.call === undefined ? await this.#direct(step) : await this.#call(step, step.call);
    if (step.as === undefined) return;
    this.#bindings[step.as] = result;
    this.#snapshots.set(step.as, this.#snapshot());
  }

  #snapshot(): Snapshot {
    return { sequence: [...this.#trace.calls], ...(this.#last && { last: this.#last }) };
  }

  /** Runs a step of the control API. */
  async #direct(step: Step): Promise<unknown> {
    const control = controlOf(this.#run);
    if (step.ledger) {
      const ledgers = await Promise.all(this.#actors.wallets().map(({ address }) => ledgerOf(this.#run, address)));
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
      this.#actors.apiKey = await control.keys(step.key);
      return undefined;
    }
    const { payer } = this.#actors;
    if (step.fund !== undefined && payer) return control.fund(payer.address, BigInt(step.fund));
    if (step.allow && payer) return control.allow(payer.address);
    throw new Error(`A step of the scenario has no action: ${JSON.stringify(step)}`);
  }

  async #call(step: Step, id: string): Promise<unknown> {
    const invocation = this.#invocation(step, id);
    const once = () => this.#exchange(step, invocation);
    if (step.times === undefined) return bindingOf(await once());
    const turns = Array.from({ length: step.times });
    const exchanges = await inParallel(turns, step.concurrent ? racers : 1, once);
    return exchanges.map(bindingOf);
  }

  #invocation(step: Step, id: string): Invocation {
    const operation = this.#run.operation(id);
    const { headers, ...overrides } = fieldsOf(this.#value(step.with ?? {}));
    const { apiKey } = this.#actors;
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
    else if (step.as !== undefined && exchange.received.status === 402) this.#challenges.set(step.as, exchange);
    this.#last = exchange;
    const { contract, control } = this.#run;
    if (exchange.received.status === 429 && !control?.capabilities.has('clock'))
      this.#limited ??= addressLimitOf(contract, invocation.operation);
    return exchange;
  }

  async #paid(step: Step, invocation: Invocation): Promise<Exchange | PaidCall> {
    const run = this.#run;
    const takesPayment = ['payment', 'wallet'].includes(invocation.operation.auth);
    const how = step.pay ?? (takesPayment ? 'fresh' : 'none');
    if (how === 'none') return this.#send(step, invocation);
    // The allowlist is part of the scenario.
    const options = { uninvited: true };
    const { payer } = this.#actors;
    if (how === 'fresh' || how === 'other-network') {
      const otherNetwork = how === 'other-network';
      return run.pay(invocation, { ...options, otherNetwork, ...(payer && { wallet: payer }) });
    }
    if (how === 'other-wallet') return run.pay(invocation, { ...options, wallet: await this.#actors.other() });
    const exchange = await sendPayment(run, invocation, await this.#payment(how));
    needFunds(run, exchange);
    return exchange;
  }

  /** Sends a call without payment. At level free it changes nothing, so that the first such call may be that of another check. */
  async #send({ times }: Step, invocation: Invocation): Promise<Exchange> {
    const key = callKey(invocation);
    const isFirst = !this.#unpaid.has(key);
    this.#unpaid.add(key);
    if (this.#run.level !== 'free' || times !== undefined || !isFirst) return this.#run.send(invocation);
    const exchange = await answerCacheOf(this.#run).send(invocation);
    const { sent, received } = exchange;
    if (!this.#trace.calls.some((call) => call.sent === sent)) this.#trace.begin(sent)(received.status);
    return exchange;
  }

  /** The payment of an earlier step; where that step only got a challenge, it is signed now. */
  async #payment(step: string): Promise<string> {
    const header = this.#payments.get(step);
    if (header !== undefined) return header;
    const challenged = this.#challenges.get(step);
    if (!challenged) throw new EvaluationError(`the step "${step}" has neither paid nor got a challenge`);
    const run = this.#run;
    const payer = this.#actors.payer ?? payerOf(run);
    return encodePayment(await payer.sign(offerOf(run, readChallenge(challenged, run.contract)), await run.now()));
  }

  #value(value: unknown): unknown {
    return resolve(value, this.#run.evaluator, this.#bindings);
  }
}

function textsOf(headers: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fieldsOf(headers)).map(([name, value]) => [name, String(value)]));
}
