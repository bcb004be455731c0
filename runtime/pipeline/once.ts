import type { Answer } from '../http/request.ts';
import type { IdentifiedRequest, KeptCall } from './kept-answers.ts';
import type { PipelineParts } from './parts.ts';
import type { CheckedRequest } from './request-context.ts';

/** A claim, and who pays by it. */
interface Payer {
  readonly owner: string;
  readonly claim: string;
}

/** Serves a claimed call once for all equal requests, and keeps its answer for the others; every call where `request` is absent. */
export async function serveOnce(
  { keptAnswers, services }: PipelineParts,
  { incoming }: CheckedRequest,
  request: IdentifiedRequest | undefined,
  { owner, claim }: Payer,
  serve: () => Promise<Answer>,
): Promise<Answer> {
  if (!request) return serve();
  const { payments, log } = services;
  const release = () => payments.release(claim).catch((failure) => log.error({ claim, err: failure }, 'release'));
  let taken: Answer | KeptCall;
  try {
    taken = await keptAnswers.take(request, { owner, claim, hasLeft: () => incoming.signal.aborted });
  } catch (error) {
    await release();
    throw error;
  }
  if ('status' in taken) {
    await release();
    return taken;
  }
  try {
    return await taken.end(await serve());
  } catch (error) {
    await taken.fail();
    throw error;
  }
}
