import { director, numberOr, refuse } from './direct.ts';
import { UpstreamFailure, withheld } from './failure.ts';
import type { ChatPiece, Occasion, StartedJob, Upstream } from './port.ts';
import type { Direction, Script } from './script.ts';
import { scriptedAudio } from './scripted-audio.ts';
import { scriptedCharacters } from './scripted-characters.ts';
import { scriptedData } from './scripted-data.ts';
import { scriptedPhone } from './scripted-phone.ts';
import { scriptedSandbox } from './scripted-sandbox.ts';
import { scriptedSocial } from './scripted-social.ts';
import { scriptedWeb } from './scripted-web.ts';
import { prolong, readTicket, writeTicket } from './simulated/job.ts';

const slowJob = 60;
const longWait = 600;

/** The simulated providers under direction: the next calls of a route do what its script says. */
export function scriptedUpstream(inner: Upstream, script: Script): Upstream {
  const directed = director(script);

  async function started<T extends StartedJob>(
    occasion: Occasion,
    start: () => Promise<T>,
    { queues = false } = {},
  ): Promise<T> {
    const direction = script.take(occasion.route);
    const waits = queues && direction?.outcome === 'capacity';
    if (direction !== undefined && direction.detail.stage !== 'run' && !waits) refuse(direction);
    const job = await start();
    if (direction === undefined) return job;
    const ticket = redirected(job.ticket, direction, occasion.now);
    if (ticket === undefined) return job;
    if (direction.outcome === 'mirror_fail')
      return { ...job, ticket, progress: await inner.checkJob(ticket, occasion) };
    // Nobody waits inline for a job of which there is no telling when it ends.
    return { ...job, ticket, progress: { state: 'queued', expectedAt: Number.POSITIVE_INFINITY } };
  }

  return {
    async *chat(ask, occasion) {
      const direction = await directed(occasion);
      yield* altered(inner.chat(ask, occasion), direction);
    },

    async startChat(ask, occasion) {
      const direction = script.take(occasion.route);
      if (direction !== undefined && direction.detail.stage !== 'run') refuse(direction);
      const ticket = await inner.startChat(ask, occasion);
      return direction === undefined ? ticket : (redirected(ticket, direction, occasion.now) ?? ticket);
    },

    async checkChat(ticket, occasion) {
      await directed(occasion);
      return inner.checkChat(ticket, occasion);
    },

    async search(ask, occasion) {
      const direction = await directed(occasion);
      const answer = await inner.search(ask, occasion);
      return direction?.outcome === 'empty' ? { ...answer, summary: '', citations: [] } : answer;
    },

    startImage: (ask, occasion) => started(occasion, () => inner.startImage(ask, occasion)),

    // Providers of video without capacity let their jobs wait.
    startVideo: (ask, occasion) => started(occasion, () => inner.startVideo(ask, occasion), { queues: true }),

    async checkJob(ticket, occasion) {
      await directed(occasion);
      return inner.checkJob(ticket, occasion);
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
    ...scriptedSandbox(inner, directed),
    ...scriptedSocial(inner, directed),
    ...scriptedWeb(inner, directed),
    ...scriptedCharacters(inner, directed),
    ...scriptedData(inner, directed),
    ...scriptedPhone(inner, directed, script),
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

/** Rewrites the ticket of a fresh job so that it goes the way of the direction; undefined where that says nothing. */
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
      // The job is accepted, and has ended badly by the time somebody asks for it.
      return writeTicket({ ...ticket, endsAt: now, failure: `The job ended: ${outcome}.` });
    default:
      return undefined;
  }
}
