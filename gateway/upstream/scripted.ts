import { director, numberOr, refuse } from './direct.ts';
import { UpstreamFailure, withheld } from './failure.ts';
import type { ChatPiece, JobProgress, Occasion, StartedJob, Upstream } from './port.ts';
import type { Direction, Script } from './script.ts';
import { scriptedAudio } from './scripted-audio.ts';
import { prolong, readTicket, writeTicket } from './simulated/job.ts';

const slowJob = 60;

/** The simulated providers under direction: the next calls of a route do what its script says. */
export function scriptedUpstream(inner: Upstream, script: Script): Upstream {
  const directed = director(script);

  async function started(occasion: Occasion, start: () => Promise<StartedJob>): Promise<StartedJob> {
    const direction = script.take(occasion.route);
    if (direction !== undefined && direction.detail.stage !== 'run') refuse(direction);
    const job = await start();
    if (direction === undefined) return job;
    const { ticket, progress } = amended(job, direction, occasion.now);
    return { ticket, progress: progress ?? (await inner.checkJob(ticket, occasion)) };
  }

  return {
    async *chat(ask, occasion) {
      const direction = await directed(occasion);
      yield* altered(inner.chat(ask, occasion), direction);
    },

    async search(ask, occasion) {
      const direction = await directed(occasion);
      const answer = await inner.search(ask, occasion);
      return direction?.outcome === 'empty' ? { ...answer, summary: '', citations: [] } : answer;
    },

    startImage: (ask, occasion) => started(occasion, () => inner.startImage(ask, occasion)),

    async checkJob(ticket, occasion) {
      await directed(occasion);
      return inner.checkJob(ticket, occasion);
    },

    async lookupPhone(phoneNumber, occasion) {
      const direction = await directed(occasion);
      return direction?.outcome === 'empty' ? {} : inner.lookupPhone(phoneNumber, occasion);
    },

    async judge(ask, occasion) {
      await directed(occasion);
      return inner.judge(ask, occasion);
    },

    async editImage(ask, occasion) {
      const direction = await directed(occasion);
      const images = await inner.editImage(ask, occasion);
      return direction?.outcome === 'mirror_fail' ? images.map((image) => ({ ...image, bytes: withheld })) : images;
    },

    ...scriptedAudio(inner, directed),
  };
}

/** Cuts a chat short, empties it or changes the tier it reports. */
async function* altered(pieces: AsyncIterable<ChatPiece>, direction: Direction | undefined): AsyncIterable<ChatPiece> {
  for await (const piece of pieces) {
    switch (direction?.outcome) {
      case 'cut':
        yield piece;
        throw new UpstreamFailure('failed', 'The provider cut the stream.');
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

/** Rewrites a fresh job so that it goes the way of the direction; `progress` is what its provider pretends. */
function amended(
  job: StartedJob,
  { outcome, detail }: Direction,
  now: number,
): { readonly ticket: string; readonly progress?: JobProgress } {
  const ticket = readTicket(job.ticket);
  // Nobody waits inline for a job of which there is no telling when it ends.
  const queued: JobProgress = { state: 'queued', expectedAt: Number.POSITIVE_INFINITY };

  switch (outcome) {
    case 'slow':
      return {
        ticket: writeTicket(prolong(ticket, now, now + numberOr(detail.seconds, slowJob) * 1000)),
        progress: queued,
      };
    case 'mirror_fail':
      return { ticket: writeTicket({ ...ticket, unreadable: true }) };
    case 'fail':
    case 'timeout':
    case 'reject':
      // The job is accepted, and has ended badly by the time somebody asks for it.
      return {
        ticket: writeTicket({ ...ticket, endsAt: now, failure: `The job ended: ${outcome}.` }),
        progress: queued,
      };
    default:
      return job;
  }
}
