/** The format of a model API, as far as relaying depends on it. */

import type { StreamEvent } from '../operation/handler.ts';

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** One event of a stream, after it was read. */
export interface Piece {
  /** The event that the caller gets; absent where only the gateway needs the event. */
  readonly event?: StreamEvent;
  /** True for an event before the answer itself. It waits for the answer, since a provider often fails between the two. */
  readonly isOpening?: boolean;
  /** The usage that it reports, in addition to earlier reports. */
  readonly usage?: unknown;
  readonly tier?: unknown;
  /** Bytes of the answer that it carries. */
  readonly bytes?: number;
  /** True for the event with which a whole stream ends. */
  readonly isLast?: boolean;
}

/** Reads the events of one stream. */
export interface StreamReader {
  /** Reads an event. Throws an `UpstreamFailure` for one that reports an error. */
  read(data: Fields): Piece;
  /**
   * Ends a stream without a last event: at `[DONE]` where `isDone` is true, else at the end of the connection.
   *
   * Throws an `UpstreamFailure` unless the whole answer has arrived.
   */
  end(isDone: boolean): StreamEvent;
}

/** A body and its content type, ready to send. */
export interface EncodedBody {
  readonly contentType: string;
  readonly bytes: string | Uint8Array;
}

/** One API of models. */
export interface Format {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields of a request that are passed on. */
  readonly fields: readonly string[];
  /** Names of the usual counts in its usage. */
  readonly counts: readonly [prompt: string, answer: string] | readonly [];
  /** Adds the fields that the gateway needs to a request. */
  readonly prepare?: (body: Fields) => Fields;
  /** Encodes a body; JSON where it is absent. */
  readonly encode?: (body: Fields) => Promise<EncodedBody>;
  /** Throws an `UpstreamFailure` for a body that reports an error, or that lacks the requested content. */
  readonly check: (body: Fields) => void;
  /** Starts to read a stream; `asked` is the caller's request. Absent where the API has no streams. */
  readonly stream?: (asked: Fields, model: string) => StreamReader;
}
