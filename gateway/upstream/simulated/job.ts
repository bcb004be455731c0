import { type UpstreamFile, withheld } from '../context.ts';
import type { ImageRequest, JobProgress } from '../port.ts';
import type { ClipOrder } from './video.ts';

const startsAfter = 5_000;

/** Product of a job. */
export type Work = { readonly image: ImageRequest } | { readonly video: ClipOrder };

/**
 * A job of the simulated provider with its whole state, so that a ticket survives a restart.
 *
 * Times are milliseconds since 1970.
 */
export interface JobTicket<Requested = Work> {
  readonly work: Requested;
  readonly startsAt: number;
  readonly endsAt: number;
  /** Present when the job ends in a failure. */
  readonly failure?: string;
  /** True when the provider refuses to hand out the bytes of its files. */
  readonly unreadable?: boolean;
}

/** Events of the outside world that change a job. */
export type JobEvent = 'started' | 'finished' | 'failed';

/** Opens a job that takes `seconds`. */
export function openTicket<Requested>(work: Requested, now: number, seconds: number): JobTicket<Requested> {
  return prolong({ work, startsAt: now, endsAt: now }, now, now + seconds * 1000);
}

/** Moves the end of a job; it starts a few seconds from now unless it ends before. */
export function prolong<Requested>(ticket: JobTicket<Requested>, now: number, endsAt: number): JobTicket<Requested> {
  return { ...ticket, startsAt: Math.min(now + startsAfter, endsAt), endsAt };
}

/** Reads the text that `writeTicket` wrote. */
export function readTicket<Requested = Work>(text: string): JobTicket<Requested> {
  const ticket: JobTicket<Requested> = JSON.parse(text);
  return ticket;
}

/** Writes a ticket as text. */
export const writeTicket = (ticket: JobTicket<unknown>): string => JSON.stringify(ticket);

/** Applies an external event to a job: it starts, finishes or fails now. */
export function deliver(ticket: JobTicket, event: JobEvent, now: number): JobTicket {
  const startsAt = Math.min(ticket.startsAt, now);
  if (event === 'started') return { ...ticket, startsAt };
  const { failure: _, ...rest } = ticket;
  const ended = { ...rest, startsAt, endsAt: Math.min(ticket.endsAt, now) };
  return event === 'finished' ? ended : { ...ended, failure: 'The provider reported a failure.' };
}

/** The progress of a job; `make` makes its files. */
export function progress(ticket: JobTicket, now: number, make: (work: Work) => readonly UpstreamFile[]): JobProgress {
  if (now < ticket.endsAt) {
    return { state: now < ticket.startsAt ? 'queued' : 'in_progress', expectedAt: ticket.endsAt };
  }
  if (ticket.failure !== undefined) return { state: 'failed', reason: ticket.failure };
  const files = make(ticket.work);
  return { state: 'finished', at: ticket.endsAt, files: ticket.unreadable === true ? files.map(unreadable) : files };
}

function unreadable(file: UpstreamFile): UpstreamFile {
  return { ...file, bytes: withheld };
}
