/** Fetches URLs from callers, and never connects to a private network. */

import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { isPublicAddress, isPublicUrl } from '../http/public-url.ts';
import { answerOf } from './answer.ts';
import { failureOf } from './errors.ts';
import { UpstreamFailure } from './failure.ts';
import { readBytes } from './read.ts';
import { refusalOf } from './refusal.ts';

/** Redirects that are followed. */
const maxRedirects = 3;

/** Milliseconds to connect to a server, between two parts of its answer, and for the whole file with all redirects. */
const patience = { connect: 5_000, answer: 15_000, whole: 60_000 };

/** A file that was fetched. */
export interface FetchedFile {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Fetches a file of at most `largest` bytes. Throws an `UpstreamFailure`, of the kind `rejected` for a URL that is not public. */
export type FetchFile = (
  url: string,
  options: { readonly signal: AbortSignal; readonly largest: number },
) => Promise<FetchedFile>;

/** Decides which URLs may be fetched, and which addresses may be connected to. */
export interface Guard {
  readonly url: (url: string) => boolean;
  readonly address: (address: string) => boolean;
  /** Resolves names; by default as this machine does. */
  readonly lookup?: LookupFunction;
  /** Milliseconds for a whole file. */
  readonly deadline?: number;
}

const publicGuard: Guard = { url: isPublicUrl, address: isPublicAddress };

/**
 * Creates a function that fetches URLs from callers.
 *
 * It checks each redirect, and each address when it connects, since a name may resolve to a private address by then. It
 * sends no credentials.
 */
export function createFetchFile(guard: Guard = publicGuard): FetchFile {
  const { url: permits, deadline = patience.whole } = guard;
  const dispatcher = guardedAgent(guard);

  async function follow(
    url: string,
    { signal, largest }: Parameters<FetchFile>[1],
    redirects: number,
  ): Promise<FetchedFile> {
    if (!permits(url)) throw notPublic();
    const response = await request(url, { dispatcher, signal });
    const { location } = response.headers;
    if (response.statusCode >= 300 && response.statusCode < 400 && typeof location === 'string') {
      await response.body.dump();
      if (redirects === 0) throw new UpstreamFailure('rejected', 'The URL redirects too often.');
      return follow(new URL(location, url).href, { signal, largest }, redirects - 1);
    }
    const answer = answerOf(response, signal);
    const { status, headers, body } = answer;
    if (status !== 200) throw await refusalOf(answer);
    const { 'content-type': contentType = 'application/octet-stream' } = headers;
    return { bytes: await readBytes(body, largest), contentType };
  }

  return async (url, { signal, largest }) => {
    // A server may send a byte now and then for days.
    const inTime = AbortSignal.timeout(deadline);
    try {
      return await follow(url, { signal: AbortSignal.any([signal, inTime]), largest }, maxRedirects);
    } catch (error) {
      if (error instanceof PrivateAddress) throw notPublic();
      if (inTime.aborted && !signal.aborted) throw new UpstreamFailure('timeout', 'The file did not arrive in time.');
      throw failureOf(error, signal);
    }
  };
}

/** Creates an agent that connects only to addresses that a guard permits. */
export function guardedAgent({ address, lookup = resolve }: Guard): Agent {
  const guarded: LookupFunction = (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : [];
      const refused =
        error ??
        (addresses.length > 0 && addresses.every((each) => address(each.address)) ? null : new PrivateAddress());
      const [first] = addresses;
      if (refused || !first) callback(refused ?? new PrivateAddress(), []);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  const { connect: timeout, answer } = patience;
  return new Agent({ connect: { lookup: guarded, timeout }, headersTimeout: answer, bodyTimeout: answer });
}

/** A name resolved to an address that its guard refuses. */
export class PrivateAddress extends Error {}

function notPublic(): UpstreamFailure {
  return new UpstreamFailure('rejected', 'The URL must be an https URL of the public internet.');
}
