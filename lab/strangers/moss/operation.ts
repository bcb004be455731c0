import type { Account } from './accounts.ts';
import { type Headers, HttpError, parseJson, type Reply } from './http.ts';

/** A request that has been matched with an operation. */
export class Call {
  method: string;
  /** The operation as documents write it, such as `POST /v1/search`. */
  endpoint: string;
  params: Map<string, string>;
  query: URLSearchParams;
  contentType: string;
  ip: string;
  raw: Buffer;
  private owner: Account | undefined;

  constructor(init: {
    method: string;
    endpoint: string;
    params: Map<string, string>;
    query: URLSearchParams;
    contentType: string;
    ip: string;
    raw: Buffer;
    owner: Account | undefined;
  }) {
    this.method = init.method;
    this.endpoint = init.endpoint;
    this.params = init.params;
    this.query = init.query;
    this.contentType = init.contentType;
    this.ip = init.ip;
    this.raw = init.raw;
    this.owner = init.owner;
  }

  /** The account that pays. */
  get account(): Account {
    if (this.owner === undefined) throw new HttpError(401, 'Missing API key');
    return this.owner;
  }

  /** The account whose key was sent, where none is needed. */
  get accountIfAny(): Account | undefined {
    return this.owner;
  }

  /** The body as JSON. */
  json(): unknown {
    return parseJson(this.raw);
  }

  /** A path parameter. */
  param(name: string): string {
    return this.params.get(name) ?? '';
  }
}

/** One operation of the gateway. */
export interface Operation {
  methods: string[];
  /** Segments in braces are parameters; `{name*}` at the end takes the rest of the path. */
  path: string;
  summary: string;
  /** The name of the upstream behind it; operations with one name share a script. */
  upstream?: string;
  /** True when no key is needed. */
  open?: boolean;
  /** Left out of discovery. */
  hidden?: boolean;
  /** Headers that every answer carries, errors included. */
  always?: (account: Account | undefined) => Headers;
  handle: (call: Call) => Reply | Promise<Reply>;
}

/** An operation and the values of its path parameters. */
export interface Match {
  operation: Operation;
  params: Map<string, string>;
}

/** The operations of a path, the most literal template first. */
export function matchPath(operations: Operation[], segments: string[]): Match[] {
  const found: (Match & { rank: number })[] = [];
  for (const operation of operations) {
    const params = new Map<string, string>();
    const rank = matchTemplate(operation.path.split('/').slice(1), segments, params);
    if (rank !== undefined) found.push({ operation, params, rank });
  }
  return found.sort((a, b) => a.rank - b.rank);
}

function matchTemplate(template: string[], segments: string[], params: Map<string, string>): number | undefined {
  let rank = 0;
  for (const [index, part] of template.entries()) {
    const segment = segments[index];
    if (part.endsWith('*}')) {
      const rest = segments.slice(index);
      if (rest.length === 0 || rest.some((item) => item === '')) return undefined;
      params.set(part.slice(1, -2), rest.join('/'));
      return rank + 100;
    }
    if (segment === undefined || segment === '') return undefined;
    if (part.startsWith('{')) {
      params.set(part.slice(1, -1), segment);
      rank += 1;
    } else if (part !== segment) return undefined;
  }
  return template.length === segments.length ? rank : undefined;
}
