import type { Json } from '../model/types.ts';

/** A request by its parts, as a caller writes it. */
export interface WitnessRequest {
  readonly params?: Json;
  readonly query?: Json;
  readonly headers?: Json;
  readonly cookies?: Json;
  readonly body?: Json;
  /** The media type of the body, where the operation takes others, too. */
  readonly contentType?: string;
}

/** Calls that are made at once, so many seconds after the first. */
export interface Burst {
  readonly at: number;
  readonly calls: number;
}

/** A field of requests that has another name in the newer release. */
export interface RenamedField {
  readonly in: 'body' | 'query' | 'headers' | 'cookies';
  /** Its path in the older release. */
  readonly path: readonly string[];
  /** The last step of its path in the newer one. */
  readonly name: string;
}

interface OfOperation {
  readonly host: string;
  /** Id of the operation, in the release that has it; in the older one where its id changed. */
  readonly operation: string;
  /** Its id in the newer release, where that differs. */
  readonly renamed?: string;
  /** Fields that stand in its requests under their older names, and have others in the newer release. */
  readonly fields?: readonly RenamedField[];
}

/**
 * The constructive proof of a change: something that both releases judge, and judge differently.
 *
 * The command line checks each claim again, with the validators, calculators and machines of both releases.
 */
export type Witness =
  /** A request that one release accepts (route, validation, rules across fields) and the other does not. */
  | (OfOperation & {
      readonly claim: 'request';
      readonly request: WitnessRequest;
      readonly accepted: 'before' | 'after';
      /** True where the other release may accept it at another address. */
      readonly elsewhere?: true;
    })
  /** A response that one release allows and the other does not; `value` is its body, or its headers. */
  | (OfOperation & {
      readonly claim: 'response';
      readonly status: number;
      readonly part: 'body' | 'headers' | 'challenge';
      readonly value: Json;
      /** The media type of the body, where the response may have others, too. */
      readonly contentType?: string;
      readonly allowed: 'before' | 'after';
    })
  /** A request that both accept, at two prices: exact decimals of USD. */
  | (OfOperation & {
      readonly claim: 'price';
      readonly request: WitnessRequest;
      /** Usage that a metered price reads. */
      readonly response?: Json;
      readonly before: string;
      readonly after: string;
    })
  /**
   * Events from the initial state that one machine accepts, in this order, and the other does not: `poll`, or
   * `1800 seconds` for time that passes.
   */
  | {
      readonly claim: 'trace';
      readonly host: string;
      readonly machine: string;
      readonly events: readonly string[];
      /** For each event, which conditions of guards hold. */
      readonly given: readonly Readonly<Record<string, boolean>>[];
      /** The state that they end in, and the effects of the last step. */
      readonly ends: string;
      readonly effects: readonly string[];
      readonly accepted: 'before' | 'after';
    }
  /** Calls of one caller at a rate that one release serves and the other does not, however windows are counted. */
  | (OfOperation & {
      readonly claim: 'calls';
      readonly request: WitnessRequest;
      /** Id of the limit. */
      readonly limit: string;
      readonly calls: readonly Burst[];
      readonly accepted: 'before' | 'after';
    })
  /** A request that both accept, of which each release says something else: a default, a window, who may call. */
  | (OfOperation & {
      readonly claim: 'outcome';
      readonly request: WitnessRequest;
      /** Path into the contract of the host to the value that differs: `operations`, `search`, `payment`, `window`. */
      readonly of: readonly string[];
      readonly before: Json;
      readonly after: Json;
    });
