import { withheld } from '../failure.ts';
import type { ImageAsk, ImageProgress, UpstreamImage } from '../port.ts';
import { drawPng } from './png.ts';
import { digest, randomFrom } from './random.ts';

const startsAfter = 5_000;
const mime = 'image/png';

/**
 * An image job of the simulated provider: the whole of its state, so that a ticket outlives every restart.
 *
 * Times are milliseconds since 1970.
 */
export interface ImageTicket {
  readonly ask: ImageAsk;
  readonly startsAt: number;
  readonly endsAt: number;
  /** Present when the job ends in a failure. */
  readonly failure?: string;
  /** True when the provider refuses to hand out the bytes of its images. */
  readonly unreadable?: boolean;
}

/** Opens the job of an image that takes `seconds`. */
export function openTicket(ask: ImageAsk, now: number, seconds: number): ImageTicket {
  return prolong({ ask, startsAt: now, endsAt: now }, now, now + seconds * 1000);
}

/** Moves the end of a job; it starts a few seconds from now unless it ends before. */
export function prolong(ticket: ImageTicket, now: number, endsAt: number): ImageTicket {
  return { ...ticket, startsAt: Math.min(now + startsAfter, endsAt), endsAt };
}

/** Reads the text that `writeTicket` wrote. */
export function readTicket(text: string): ImageTicket {
  const ticket: ImageTicket = JSON.parse(text);
  return ticket;
}

export const writeTicket = (ticket: ImageTicket): string => JSON.stringify(ticket);

/** Lets the outside world act on a job: it starts, finishes or fails at this very moment. */
export function deliver(ticket: ImageTicket, event: 'started' | 'finished' | 'failed', now: number): ImageTicket {
  const startsAt = Math.min(ticket.startsAt, now);
  if (event === 'started') return { ...ticket, startsAt };
  const { failure: _, ...rest } = ticket;
  const ended = { ...rest, startsAt, endsAt: Math.min(ticket.endsAt, now) };
  return event === 'finished' ? ended : { ...ended, failure: 'The provider reported a failure.' };
}

/** Tells how far a job is. */
export function progress(ticket: ImageTicket, now: number, seed: number): ImageProgress {
  if (now < ticket.endsAt) {
    return { state: now < ticket.startsAt ? 'queued' : 'in_progress', expectedAt: ticket.endsAt };
  }
  if (ticket.failure !== undefined) return { state: 'failed', reason: ticket.failure };
  const images = drawImages(ticket.ask, seed);
  return { state: 'finished', at: ticket.endsAt, images: ticket.unreadable ? images.map(unreadable) : images };
}

/** Draws as many images as are asked for; all that is asked with tells one drawing from another. */
export function drawImages(ask: ImageAsk, seed: number): readonly UpstreamImage[] {
  return Array.from({ length: ask.count }, (_, index) => image(ask, [seed, 'image', { ...ask, count: index }]));
}

function unreadable(image: UpstreamImage): UpstreamImage {
  return { ...image, bytes: withheld };
}

function image({ model, prompt, size }: ImageAsk, identity: unknown): UpstreamImage {
  const draw = () => {
    const [width = 1, height = 1] = size.split('x').map(Number);
    return drawPng(width, height, randomFrom(identity));
  };
  return {
    source: answersInBase64(model)
      ? `data:${mime};base64,${Buffer.from(draw()).toString('base64')}`
      : `https://media.example/${digest(identity).slice(0, 32)}.png`,
    mime,
    revisedPrompt: `${prompt}, in clear light`,
    bytes: async () => draw(),
  };
}

/** Half of the models hand out temporary URLs, the other half `data:` URIs. */
function answersInBase64(model: string): boolean {
  return randomFrom(['image-output', model]).next() < 0.5;
}
