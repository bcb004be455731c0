/** Makes the specification of a running x402 seller from what it publishes and what it asks for. */

import { join } from 'node:path';
import { NoResponse } from '#conformance/http/interruption.ts';
import { readDocuments, routesIn, type SellerDocuments } from '#conformance/x402/discover.ts';
import { routeName, type SellerRoute } from '#conformance/x402/routes.ts';
import { readStandard } from '#conformance/x402/standard.ts';
import { packageHome } from '#generators/reader/extends.ts';
import { UsageError } from '../../failure.ts';
import type { Network } from '../networks.ts';
import { describe } from '../openapi/description.ts';
import { findOperations } from '../openapi/found.ts';
import type { Leftover } from '../openapi/leftovers.ts';
import type { FittedPrice, NamedPrices } from '../openapi/prices.ts';
import { type ImportedApi, importApi, operationsOfEveryProject } from '../openapi/specification.ts';
import { Caller } from './caller.ts';
import { type AskedRoute, documentOf, templateOf } from './document.ts';
import { fitPrice } from './fit.ts';
import { inputsOf } from './inputs.ts';
import { amountIn, askedIn, networkOf, offerOn } from './offers.ts';

/** A seller as a project: its operations, and how it is paid. */
export interface LiveSeller {
  readonly api: ImportedApi;
  readonly network: Network;
  /** Seconds within which a payment may be signed. */
  readonly window: number;
}

/** Choices about the new host, and a receiver of the progress. */
export interface LiveOptions {
  /** CAIP-2 id of the network that is wanted; by default the first one that is offered. */
  readonly network?: string;
  readonly prices: NamedPrices;
  readonly progress: (sentence: string) => void;
}

/** The price of a call that costs nothing. */
const free: FittedPrice = { summary: 'Free', inputs: {}, formula: '0', breakdown: {} };

/** Seconds where an offer names no window. */
const usualWindow = 60;

/** Reads a seller without paying. Throws `UsageError` where it sells nothing that can be read. */
export async function readSeller(url: string, options: LiveOptions): Promise<LiveSeller> {
  const { origin, pathname } = new URL(url);
  const caller = new Caller(origin);
  try {
    return await new Reading(caller, origin, options).read(pathname.replace(/\/$/, ''));
  } finally {
    await caller.client.close();
  }
}

class Reading {
  readonly #caller: Caller;
  readonly #origin: string;
  readonly #options: LiveOptions;
  readonly #leftovers = new Map<string, { readonly advice: string; readonly places: string[] }>();

  constructor(caller: Caller, origin: string, options: LiveOptions) {
    this.#caller = caller;
    this.#origin = origin;
    this.#options = options;
  }

  async read(mount: string): Promise<LiveSeller> {
    const { documents: paths } = await readStandard(join(packageHome, 'spec', 'standards'));
    const source = this.#origin + mount + paths.description;
    await this.#requireResponse(mount + paths.description);
    const documents = await readDocuments(this.#caller.client, mount, paths);
    const routes = await this.#ask(await routesIn(documents, this.#caller.client, mount));
    const [first] = routes.flatMap(({ asked }) => (asked ? [asked] : []));
    const offer = first && offerOn(this.#options.network, first);
    if (!offer)
      throw new UsageError(
        `${this.#origin}${mount} asks for no payment that can be read. Paid routes stand in ${paths.description} (x-payment-info) or ${paths.manifest}.`,
      );
    const network = networkOf(offer);
    const api = await this.#import(source, documents, routes, network.caip2);
    this.#noteTerms(routes, network);
    return {
      api: { ...api, leftovers: [...this.#left(), ...api.leftovers] },
      network,
      window: Number(offer.maxTimeoutSeconds) || usualWindow,
    };
  }

  /** Throws `UsageError` where the seller does not respond at all. */
  async #requireResponse(path: string): Promise<void> {
    try {
      await this.#caller.client.exchange({ method: 'GET', path, headers: { accept: 'application/json' } });
    } catch (error) {
      if (error instanceof NoResponse) throw new UsageError(`${this.#origin} cannot be read: ${error.message}`);
      throw error;
    }
  }

  /** Calls each route once. */
  async #ask(routes: readonly SellerRoute[]): Promise<readonly AskedRoute[]> {
    const asked: AskedRoute[] = [];
    for (const route of routes) {
      const received = await this.#caller.call(route);
      const found = askedIn(route, received);
      if (!found)
        this.#note(
          routeName(route),
          'A route that asks for no payment has the price of its description, or is left out',
          `It answered ${received?.status ?? 'nothing'} to the call that was tried.`,
        );
      asked.push({ route, asked: found });
      this.#options.progress(`Routes: ${asked.length} of ${routes.length} called`);
    }
    return asked;
  }

  async #import(
    source: string,
    { description }: SellerDocuments,
    routes: readonly AskedRoute[],
    network: string,
  ): Promise<ImportedApi> {
    const document = documentOf(description, this.#origin, routes);
    const api = await describe(source, document);
    const fitted = new Map<string, FittedPrice>();
    const operations = findOperations(api.root, operationsOfEveryProject());
    const sold = new Set(routes.map(({ route }) => `${route.method.toLowerCase()} ${templateOf(route, document)}`));
    for (const {
      id,
      method,
      path,
      source: { at },
    } of operations) {
      if (sold.has(`${method} ${path}`)) continue;
      fitted.set(id, free);
      this.#note(
        api.place(at),
        'A call for which the description names no payment is free',
        'Give it a price in spec/.',
      );
    }
    for (const { route, asked } of routes) {
      const path = templateOf(route, document);
      const found = operations.find((each) => each.path === path && each.method === route.method.toLowerCase());
      const usual = asked && amountOf(asked, network);
      if (!found || usual === undefined) continue;
      const ask = async (other: SellerRoute) => {
        const answer = askedIn(other, await this.#caller.call(other));
        return answer && amountOf(answer, network);
      };
      const { price, unexplained } = await fitPrice(route, usual, inputsOf(found), ask);
      fitted.set(found.id, price);
      for (const name of unexplained)
        this.#note(
          `${routeName(route)} ${name}`,
          'A price depends on more than the formula that was found',
          'Complete the formula in spec/prices/: it holds for the other values of the example.',
        );
      this.#options.progress(`Price of ${routeName(route)} found, ${this.#caller.calls} calls`);
    }
    return importApi(api, this.#options.prices, fitted);
  }

  /** Notes what offers have besides the terms that were taken over. */
  #noteTerms(routes: readonly AskedRoute[], { caip2 }: Network): void {
    const offers = routes.flatMap(({ asked }) => asked?.offers ?? []);
    for (const { scheme, network, payTo } of offers) {
      this.#note(
        String(payTo),
        'The wallet that is paid is not taken over',
        'Name yours with PAY_TO, --pay-to or `settlement.payee` of the host.',
      );
      if (network === caip2 && scheme === 'exact') continue;
      this.#note(
        `${String(scheme)} on ${String(network)}`,
        'Of several offers one network is taken',
        'Add the others in spec/networks/ and to `payment.also` of the host.',
      );
    }
    this.#note(
      this.#origin,
      'The API behind the seller is not known',
      'UPSTREAM_URL names it; the seller itself would ask the gateway for payments.',
    );
  }

  #note(place: string, what: string, advice: string): void {
    const known = this.#leftovers.get(what) ?? { advice, places: [] };
    this.#leftovers.set(what, known);
    if (!known.places.includes(place)) known.places.push(place);
  }

  #left(): readonly Leftover[] {
    return [...this.#leftovers].map(([what, rest]) => ({ what, ...rest }));
  }
}

function amountOf(asked: NonNullable<AskedRoute['asked']>, network: string): bigint | undefined {
  const offer = offerOn(network, asked);
  return offer && amountIn(offer);
}
