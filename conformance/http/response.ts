import { parseJson, readEvents } from './events.ts';
import type { ReceivedResponse } from './exchange.ts';
import { isStream } from './readable.ts';

/** A body that is parsed on first use: a run keeps thousands, and most checks read the status only. */
export class Body {
  readonly text: string;
  #json: { readonly value: unknown } | undefined;
  #events: ReceivedResponse['events'] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get json(): unknown {
    this.#json ??= { value: parseJson(this.text) };
    return this.#json.value;
  }

  get events(): ReceivedResponse['events'] {
    this.#events ??= readEvents(this.text);
    return this.#events;
  }
}

/** The parts of a response. */
export interface ResponseParts {
  readonly status: number;
  readonly rawHeaders: ReceivedResponse['rawHeaders'];
  readonly body: Body;
  readonly cut: boolean;
  readonly garbled?: true;
}

/** A response whose body may be shared with equal ones. */
export class HttpResponse implements ReceivedResponse {
  readonly status: number;
  readonly headers: ReceivedResponse['headers'];
  readonly rawHeaders: ReceivedResponse['rawHeaders'];
  readonly cut: boolean;
  readonly garbled?: true;
  readonly #body: Body;

  constructor({ status, rawHeaders, body, cut, garbled }: ResponseParts) {
    const headers: Record<string, string> = {};
    for (const [name, value] of rawHeaders) {
      const key = name.toLowerCase();
      headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
    }
    this.status = status;
    this.headers = headers;
    this.rawHeaders = rawHeaders;
    this.cut = cut;
    if (garbled) this.garbled = garbled;
    this.#body = body;
  }

  get text(): string {
    return this.#body.text;
  }

  get json(): unknown {
    return isStream(this) ? undefined : this.#body.json;
  }

  get events(): ReceivedResponse['events'] {
    return isStream(this) ? this.#body.events : [];
  }
}
