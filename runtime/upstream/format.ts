/** How one API of models is spoken: what relaying needs to know of it. */

import type { StreamEvent } from '../operation/handler.ts';

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** One event of a stream, read. */
export interface Piece {
  /** What the caller is sent; nothing where the event was for the gateway alone. */
  readonly event?: StreamEvent;
  /** True for an event before the answer itself. It waits for the answer, since a provider often fails between the two. */
  readonly isOpening?: boolean;
  /** The usage that it reports, beside what was reported before. */
  readonly usage?: unknown;
  readonly tier?: unknown;
  /** Characters of the answer that it carries. */
  readonly characters?: number;
  /** True for the event with which a whole stream ends. */
  readonly isLast?: boolean;
}

/** Reads the events of one stream. */
export interface StreamReader {
  /** Reads an event. Throws an `UpstreamFailure` for one that reports an error. */
  read(data: Fields): Piece;
  /**
   * Ends a stream that had no last event: by `[DONE]` where `isDone`, and else because the connection ended.
   *
   * Throws an `UpstreamFailure` unless the whole answer has come by then.
   */
  end(isDone: boolean): StreamEvent;
}

/** A body as it is sent. */
export interface Encoded {
  readonly contentType: string;
  readonly bytes: string | Uint8Array;
}

/** One API of models. */
export interface Format {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields of a request that are passed on. */
  readonly fields: readonly string[];
  /** The usual counts of its usage: of the prompt, and of the answer. */
  readonly counts: readonly [prompt: string, answer: string] | readonly [];
  /** Adds what the gateway needs to a request. */
  readonly prepare?: (body: Fields) => Fields;
  /** Encodes a body; JSON where it is absent. */
  readonly encode?: (body: Fields) => Promise<Encoded>;
  /** Throws an `UpstreamFailure` for a body that reports an error, or that lacks what was asked for. */
  readonly check: (body: Fields) => void;
  /** Begins to read a stream; `asked` is the caller's request. Absent where the API has no streams. */
  readonly stream?: (asked: Fields, model: string) => StreamReader;
}
