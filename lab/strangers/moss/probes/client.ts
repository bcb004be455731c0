import { isObject } from '../http.ts';

/** An answer of the gateway as a probe looks at it. */
export interface Seen {
  status: number;
  headers: Headers;
  text: string;
  json: unknown;
}

/** Where a running gateway is and what opens it. */
export interface ProbeTarget {
  url: string;
  control: string;
  token: string;
  key: string;
}

/** Decides whether the gateway behaves rightly in one respect. */
export type Probe = (client: ProbeClient) => Promise<boolean>;

/** Calls a running gateway with an API key, and its control API. */
export class ProbeClient {
  readonly target: ProbeTarget;

  constructor(target: ProbeTarget) {
    this.target = target;
  }

  /** Calls the gateway; a string, bytes or a form go as they are, anything else as JSON. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Seen> {
    return send(`${this.target.url}${path}`, method, body, { authorization: `Bearer ${this.target.key}`, ...headers });
  }

  /** Calls the gateway without a key. */
  async bare(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Seen> {
    return send(`${this.target.url}${path}`, method, body, headers);
  }

  /** GET. */
  async get(path: string): Promise<Seen> {
    return this.call('GET', path);
  }

  /** POST. */
  async post(path: string, body: unknown = {}): Promise<Seen> {
    return this.call('POST', path, body);
  }

  /** Calls the control API, by the path below `/control/v1`; throws when it refuses. */
  async control(method: string, path: string, body?: unknown): Promise<Seen> {
    const { control, token } = this.target;
    const seen = await send(`${control}/control/v1${path}`, method, body, { authorization: `Bearer ${token}` });
    if (seen.status >= 400) throw new Error(`control ${method} ${path}: ${seen.status} ${seen.text}`);
    return seen;
  }

  /** Scripts the upstream behind a route. */
  async script(route: string, outcome: string, detail: Record<string, unknown> = {}, times = 1): Promise<void> {
    await this.control('POST', '/upstream', { route, outcome, detail, times });
  }

  /** Moves the time forward. */
  async advance(seconds: number): Promise<void> {
    await this.control('POST', '/clock', { advance_seconds: seconds });
  }

  /** The time of the gateway in milliseconds. */
  async now(): Promise<number> {
    return Date.parse(String(at((await this.control('GET', '/clock')).json, 'now')));
  }

  /** Delivers an event of the outside world. */
  async event(machine: string, id: string, event: string, detail: Record<string, unknown> = {}): Promise<void> {
    await this.control('POST', '/events', { machine, id, event, detail });
  }

  /** Drops all state. */
  async reset(): Promise<void> {
    await this.control('POST', '/reset');
  }

  /** A client with a new key of its own. */
  async newKey(balance = '100.00'): Promise<ProbeClient> {
    const { json } = await this.control('POST', '/keys', { balance_usd: balance });
    return new ProbeClient({ ...this.target, key: String(at(json, 'api_key')) });
  }

  /** The recorded spend as the gateway answers it. */
  async spend(): Promise<number> {
    return Number(at((await this.get('/v1/balance')).json, 'spend'));
  }

  /** What a run adds to the spend, in whole 1e-9 USD. */
  async cost(run: () => Promise<unknown>): Promise<number> {
    const before = await this.spend();
    await run();
    return Math.round(((await this.spend()) - before) * 1e9);
  }

  /** The rows of the usage record. */
  async rows(query = ''): Promise<unknown[]> {
    const rows = at((await this.get(`/v1/usage${query}`)).json, 'rows');
    return Array.isArray(rows) ? rows : [];
  }
}

async function send(url: string, method: string, body: unknown, headers: Record<string, string>): Promise<Seen> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers:
      body === undefined || body instanceof FormData ? headers : { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: wire(body) }),
  });
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
}

function wire(body: unknown): string | FormData | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string' || body instanceof FormData) return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

/** A member deep in a JSON value, by a path with dots (or by a list of names). */
export function at(value: unknown, path: string | string[]): unknown {
  let found = value;
  for (const name of typeof path === 'string' ? path.split('.') : path) {
    if (Array.isArray(found)) found = found[Number(name)];
    else found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found;
}
