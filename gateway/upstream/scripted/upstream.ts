import type { Direction, Script } from '@tollwright/runtime/operation/script';
import { type Director, director, numberOr, refuse } from '@tollwright/runtime/upstream/direct';
import { UpstreamFailure } from '@tollwright/runtime/upstream/failure';
import { type UpstreamContext, withheld } from '../context.ts';
import type { ChatPiece, StartedJob, Upstream } from '../port.ts';
import { prolong, readTicket, writeTicket } from '../simulated/job.ts';
import { scriptedPhone } from './phone.ts';
import {
  scriptedAudio,
  scriptedCharacters,
  scriptedData,
  scriptedSandbox,
  scriptedSocial,
  scriptedWeb,
} from './providers.ts';

const slowJob = 60;
const longWait = 600;

/** The simulated providers with scripted outcomes for the next calls of a route. */
export function scriptedUpstream(inner: Upstream, script: Script): Upstream {
  const directed = director(script);
  return {
    ...scriptedChat(inner, script, directed),
    ...scriptedJobs(inner, script, directed),

    async search(request, context) {
      const direction = await directed(context);
      const answer = await inner.search(request, context);
      return direction?.outcome === 'empty' ? { ...answer, summary: '', citations: [] } : answer;
    },

    async scoreHypotheses(request, context) {
      await directed(context);
      return inner.scoreHypotheses(request, context);
    },

    async editImage(request, context) {
      const direction = await directed(context);
      const images = await inner.editImage(request, context);
      return direction?.outcome === 'mirror_fail' ? images.map((image) => ({ ...image, bytes: withheld })) : images;
    },

    ...scriptedAudio(inner, directed),
    ...scriptedSandbox(inner, directed),
    ...scriptedSocial(inner, directed),
    ...scriptedWeb(inner, directed),
    ...scriptedCharacters(inner, directed),
    ...scriptedData(inner, directed),
    ...scriptedPhone(inner, directed, script),
  };
}

function scriptedChat(
  inner: Upstream,
  script: Script,
  directed: Director,
): Pick<Upstream, 'chat' | 'startChat' | 'checkChat'> {
  return {
    async *chat(request, context) {
      const direction = await directed(context);
      yield* altered(inner.chat(request, context), direction);
    },

    async startChat(request, context) {
      const direction = script.take(context.route);
      if (direction !== undefined && direction.detail.stage !== 'run') refuse(direction);
      const ticket = await inner.startChat(request, context);
      return direction === undefined ? ticket : (redirected(ticket, direction, context.now) ?? ticket);
    },

    async checkChat(ticket, context) {
      await directed(context);
      return inner.checkChat(ticket, context);
    },
  };
}

function scriptedJobs(
  inner: Upstream,
  script: Script,
  directed: Director,
): Pick<Upstream, 'startImage' | 'startVideo' | 'checkJob'> {
  async function started<T extends StartedJob>(
    context: UpstreamContext,
    start: () => Promise<T>,
    { queues = false } = {},
  ): Promise<T> {
    const direction = script.take(context.route);
    const waits = queues && direction?.outcome === 'capacity';
    if (direction !== undefined && direction.detail.stage !== 'run' && !waits) refuse(direction);
    const job = await start();
    if (direction === undefined) return job;
    const ticket = redirected(job.ticket, direction, context.now);
    if (ticket === undefined) return job;
    if (direction.outcome === 'mirror_fail') return { ...job, ticket, progress: await inner.checkJob(ticket, context) };
    // A job without a known end is not waited for inline.
    return { ...job, ticket, progress: { state: 'queued', expectedAt: Number.POSITIVE_INFINITY } };
  }

  return {
    startImage: (request, context) => started(context, () => inner.startImage(request, context)),

    // Providers of video without capacity queue their jobs.
    startVideo: (request, context) => started(context, () => inner.startVideo(request, context), { queues: true }),

    async checkJob(ticket, context) {
      await directed(context);
      return inner.checkJob(ticket, context);
    },
  };
}

/** Truncates a chat, empties it or changes the tier it reports. */
async function* altered(pieces: AsyncIterable<ChatPiece>, direction: Direction | undefined): AsyncIterable<ChatPiece> {
  for await (const piece of pieces) {
    switch (direction?.outcome) {
      case 'cut':
        yield piece;
        throw new UpstreamFailure('failed', 'The stream of the provider is incomplete.');
      case 'empty':
        if (piece.type === 'end') yield { ...piece, usage: { ...piece.usage, completionTokens: 0 } };
        break;
      case 'no_tier': {
        const { tier: _, ...rest } = piece;
        yield rest;
        break;
      }
      case 'other_tier':
        yield { ...piece, tier: 'default' };
        break;
      default:
        yield piece;
    }
  }
}

/** Rewrites the ticket of a new job for a scripted outcome; undefined where that changes nothing. */
function redirected(text: string, { outcome, detail }: Direction, now: number): string | undefined {
  const ticket = readTicket(text);
  switch (outcome) {
    case 'slow':
      return writeTicket(prolong(ticket, now, now + numberOr(detail.seconds, slowJob) * 1000));
    case 'capacity': {
      const wait = numberOr(detail.retry_after_seconds, longWait) * 1000;
      return writeTicket({ ...ticket, startsAt: ticket.startsAt + wait, endsAt: ticket.endsAt + wait });
    }
    case 'mirror_fail':
      return writeTicket({ ...ticket, unreadable: true });
    case 'fail':
    case 'timeout':
    case 'reject':
      // The job is accepted, and has failed by the first poll.
      return writeTicket({ ...ticket, endsAt: now, failure: `The job ended: ${outcome}.` });
    default:
      return undefined;
  }
}
