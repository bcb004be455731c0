/** Sends webhooks: once a job has ended, the gateway polls it as its owner and sends the answer to the address that its call named. */

import { request } from 'undici';
import { isLoopback } from '../http/outgoing.ts';
import { isPublicAddress, isPublicUrl } from '../http/public-url.ts';
import type { Call, Reply, RequestCheck } from '../operation/handler.ts';
import type { HostDefinition, WebhookDefinition } from '../operation/host.ts';
import { addressIn, receiversIn } from '../operation/receivers.ts';
import type { Handlers, RequestChecks } from '../pipeline/parts.ts';
import type { Services } from '../pipeline/services.ts';
import type { Job } from '../store/jobs.ts';
import { failureOf } from '../upstream/errors.ts';
import { type Guard, guardedAgent, PrivateAddress } from '../upstream/public-fetch.ts';

/** Milliseconds for a receiver to take a webhook. */
const patience = 10_000;

const guard: Guard = {
  url: (url) => isPublicUrl(url.replace(/^http:/i, 'https:')),
  address: isPublicAddress,
};

/** The guard of test deployments, whose receivers may be on the same machine. */
const testGuard: Guard = {
  url: (url) => guard.url(url) || isLocal(url),
  address: (address) => isPublicAddress(address) || isLoopback(address),
};

function isLocal(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'http:' && isLoopback(url.hostname);
}

/** The gateway that sends webhooks. */
interface Sender {
  readonly host: HostDefinition;
  readonly handlers: Handlers;
  readonly services: Services;
}

/**
 * Sends the webhooks of a host from now on, each at most once: no failure is repeated, and none changes the job.
 *
 * Returns the checks of calls, which refuse addresses that are not on the public internet. Test deployments (`isTest`) may
 * send to their own machine.
 */
export function sendWebhooks(sender: Sender, { isTest }: { readonly isTest: boolean }): RequestChecks {
  const { host, services } = sender;
  const { store, jobEvents, log } = services;
  const permitted = isTest ? testGuard : guard;
  const post = createPost(permitted);
  const underWay = new Set<Promise<void>>();
  const start = (job: string, work: () => Promise<unknown>) => {
    const done: Promise<void> = work()
      .catch((err: unknown) => log.warn({ err, job }, 'a webhook was not sent'))
      .then(() => void underWay.delete(done));
    underWay.add(done);
  };

  jobEvents.on('ready', (id) =>
    start(id, async () => {
      const job = await store.jobs.find(id);
      // The first poll settles the job and moves it to its last state.
      if (job) for (const { webhook } of sentFor(host, job).slice(0, 1)) await poll(sender, webhook, job);
    }),
  );
  jobEvents.on('moved', (job) => {
    for (const { webhook, to } of sentFor(host, job))
      if (webhook.states.includes(job.state))
        start(job.id, async () => {
          const { body, relayed = body } = await poll(sender, webhook, job);
          const outcome = await post(to, JSON.stringify(relayed));
          log.info({ job: job.id, webhook: webhook.id, receiver: URL.parse(to)?.host, ...outcome }, 'webhook');
        });
  });
  services.onClose(() => Promise.all(underWay));
  return checksOf(host.webhooks ?? [], permitted);
}

/** Checks the addresses that calls name. */
function checksOf(webhooks: readonly WebhookDefinition[], { url: permits }: Guard): RequestChecks {
  const checks = [...Map.groupBy(webhooks, ({ operation }) => operation)].map(([operation, own]) => {
    const check: RequestCheck = ({ request }) =>
      own.flatMap(({ id, to }) => {
        const address = addressIn(request, to);
        if (address === undefined || permits(address)) return [];
        return [{ path: [to], rule: `${operation}.webhooks.${id}`, message: 'must be a URL of the public internet' }];
      });
    return [operation, check] as const;
  });
  return Object.fromEntries(checks);
}

/** The webhooks whose receivers a job keeps, with their addresses. */
function sentFor({ webhooks = [] }: HostDefinition, { data }: Job): { webhook: WebhookDefinition; to: string }[] {
  const to = receiversIn(data)?.to ?? {};
  return webhooks.flatMap((webhook) => {
    const address = to[webhook.id];
    return address === undefined ? [] : [{ webhook, to: address }];
  });
}

/** Polls a job as its owner does. */
async function poll({ host, handlers }: Sender, { poll }: WebhookDefinition, { id, data }: Job): Promise<Reply> {
  const route = host.routes.find(({ operation }) => operation.id === poll.operation);
  const handler = handlers[poll.operation];
  const by = receiversIn(data)?.by;
  if (!route || !handler || !by) throw new Error(`${poll.operation} is not served.`);
  const call: Call = {
    ...by,
    ...{ request: undefined, query: {}, params: { [poll.parameter]: id }, headers: {}, ip: '' },
    ...{ route, host, signal: new AbortController().signal, scripted: () => undefined },
  };
  // Its route takes no more than the id.
  return handler(call as Call<never, never, never>);
}

/** The answer of a receiver, or why there is none. */
type Outcome = { readonly status: number } | { readonly failure: string };

/** Creates a function that sends JSON to an address once. It follows no redirect. */
function createPost(permitted: Guard): (url: string, body: string) => Promise<Outcome> {
  const dispatcher = guardedAgent(permitted);
  return async (url, body) => {
    if (!permitted.url(url)) return { failure: 'private address' };
    const signal = AbortSignal.timeout(patience);
    const headers = { 'content-type': 'application/json' };
    try {
      const answer = await request(url, { dispatcher, method: 'POST', headers, body, signal, reset: true });
      await answer.body.dump();
      return { status: answer.statusCode };
    } catch (error) {
      return { failure: error instanceof PrivateAddress ? 'private address' : failureOf(error, signal).kind };
    }
  };
}
