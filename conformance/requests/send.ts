/** Sends planned requests. The verdict on each says which responses it needs. */

import { type AnswerCache, answerCacheOf } from '../calls/answer-cache.ts';
import { payUnsettled } from '../calls/control.ts';
import type { Finding } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import type { Operation } from '../contract/contract.ts';
import { sendPrepared } from '../scenario/prepared-calls.ts';
import { judge, missingResponse, needAccepted, type Responses } from './judge.ts';
import type { PlannedRequest } from './planned.ts';
import { isShownBefore } from './shown.ts';

/** Sends planned requests one after the other until one has a finding. */
export async function firstFindingOf(run: Run, planned: Iterable<PlannedRequest>): Promise<Finding> {
  for (const request of planned) {
    if (request.valid && isShownBefore(run, request)) continue;
    const finding = judge(run, request, await sendPlanned(run, request));
    if (finding) return finding;
  }
  return undefined;
}

/** Sends a planned request in every way that its verdict needs: the cheapest first, with payment only where nothing else decides. */
export async function sendPlanned(run: Run, request: PlannedRequest): Promise<Responses> {
  const cache = answerCacheOf(run);
  let responses: Responses = { unpaid: await cache.send(request.invocation) };
  for (;;) {
    const missing = missingResponse(run, request, responses);
    if (!missing) return responses;
    responses = { ...responses, ...(await senders[missing](cache, request)) };
  }
}

/** How each response is obtained. */
const senders: {
  readonly [Name in keyof Responses]-?: (
    cache: AnswerCache,
    request: PlannedRequest,
  ) => Promise<Required<Pick<Responses, Name>>>;
} = {
  unpaid: async (cache, { invocation }) => ({ unpaid: await cache.send(invocation) }),
  repeated: async (cache, { invocation }) => ({ repeated: await cache.resend(invocation) }),
  example: async (cache, { example }) => ({ example: await cache.send(example) }),
  exampleAgain: async (cache, { example }) => ({ exampleAgain: await cache.resend(example) }),
  siblings: async (cache, request) => ({
    siblings: await Promise.all((request.valid ? request.siblings : []).map((sibling) => cache.send(sibling))),
  }),
  probe: async (cache, request) => ({
    probe: (request.valid && request.probe && (await cache.send(request.probe))) || 'none',
  }),
  unsettled: async ({ run }, { invocation }) => ({ unsettled: (await payUnsettled(run, invocation)) ?? 'none' }),
  paid: async (cache, { invocation }) => ({ paid: await cache.pay(invocation) }),
  prepared: async ({ run }, { invocation }) => ({ prepared: (await sendPrepared(run, invocation)) ?? 'none' }),
};

/** Throws unless the target accepts the operation's example: rejections count only where not every request is rejected. */
export async function needExample(cache: AnswerCache, operation: Operation): Promise<void> {
  needAccepted(cache.run, operation, await cache.send(cache.requests(operation).base));
}
