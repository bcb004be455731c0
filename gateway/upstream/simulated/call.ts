import type { ProviderRecord, VoiceCallRequest } from '../phone-port.ts';
import { randomFrom } from '../seeded-random.ts';

/** Events of the outside world that change a call. */
export type CallEvent = 'ringing' | 'answered' | 'ended';

/**
 * A call of the simulated carrier with its whole state, so that a ticket survives a restart.
 *
 * Times are milliseconds since 1970.
 */
export interface CallTicket {
  readonly ask: VoiceCallRequest;
  readonly startsAt: number;
  readonly ringsAt: number;
  /** Absent when the call is not answered. */
  readonly answersAt?: number;
  readonly endsAt: number;
  readonly endedBy: string;
  /** Status once it has ended. */
  readonly status: string;
}

const second = 1000;
const minute = 60 * second;

/** Milliseconds by which simulated events are postponed once external events drive a call. */
const later = 24 * 60 * minute;

/** Opens a call: the callee answers after a few rings and talks for a minute or two, within the caller's limit. */
export function openTicket(request: VoiceCallRequest, now: number, seed: number): CallTicket {
  const random = randomFrom([seed, 'call', request.to, request.task, now]);
  const answersAt = now + random.integer(4, 12) * second;
  const talk = random.integer(20, 150) * second;
  const maxTalk = request.maxDuration * minute;
  return {
    ask: request,
    startsAt: now + second,
    ringsAt: now + 2 * second,
    answersAt,
    endsAt: answersAt + Math.min(talk, maxTalk),
    endedBy: talk >= maxTalk ? 'TIMEOUT' : random.pick(['USER', 'ASSISTANT']),
    status: 'completed',
  };
}

/** Delays all events of a call. */
export function delay(ticket: CallTicket, seconds: number): CallTicket {
  const late = seconds * second;
  return {
    ...ticket,
    startsAt: ticket.startsAt + late,
    ringsAt: ticket.ringsAt + late,
    ...(ticket.answersAt !== undefined && { answersAt: ticket.answersAt + late }),
    endsAt: ticket.endsAt + late,
  };
}

/** Applies an external event to a call now; a call that has ended stays as it is. */
export function deliver(
  ticket: CallTicket,
  event: CallEvent,
  detail: Readonly<Record<string, unknown>>,
  now: number,
): CallTicket {
  if (now >= ticket.endsAt) return ticket;
  const startsAt = Math.min(ticket.startsAt, now);
  const ringsAt = Math.min(ticket.ringsAt, now);
  const { answersAt = now, ...rest } = ticket;
  // Whatever was to happen by itself waits for the next event, or for the longest duration.
  if (event === 'ringing' && answersAt > now)
    return { ...ticket, startsAt, ringsAt, answersAt: now + later, endsAt: now + 2 * later };
  if (event !== 'ended') {
    const endsAt = now + ticket.ask.maxDuration * minute;
    return { ...ticket, startsAt, ringsAt, answersAt: Math.min(answersAt, now), endsAt, endedBy: 'TIMEOUT' };
  }
  return {
    ...rest,
    startsAt,
    ringsAt,
    ...(answersAt <= now && { answersAt }),
    endsAt: now,
    endedBy: typeof detail.ended_by === 'string' ? detail.ended_by : 'USER',
    status: typeof detail.status === 'string' ? detail.status : ticket.status,
  };
}

/** The carrier's record of a call at a given time. */
export function recordOf(ticket: CallTicket, now: number): ProviderRecord {
  const { ask: request, answersAt, endsAt, endedBy } = ticket;
  const ended = now >= endsAt;
  const answered = answersAt !== undefined && now >= answersAt;
  const talked = answered ? Math.min(now, endsAt) - answersAt : 0;
  const common = { call_id: request.id, from: request.from, to: request.to, status: statusOf(ticket, now) };
  if (!ended) return { ...common, answered_by: answered ? 'human' : null, ended_by: 'IN_PROGRESS' };
  return {
    ...common,
    answered_by: endedBy === 'VOICEMAIL' ? 'voicemail' : answered ? 'human' : null,
    call_length: Math.round((talked / minute) * 100) / 100,
    call_ended_by: endedBy.toLowerCase(),
    ended_by: endedBy,
    ended_by_reason: reasons[endedBy] ?? 'The call has ended.',
    summary: answered ? `The assistant called about this: ${request.task}` : 'The callee was not reached.',
    transcript: answered ? transcriptOf(request) : [],
    recording_url: answered ? `https://recordings.example/${request.id}.mp3` : null,
  };
}

/** Reads the text that `writeTicket` wrote. */
export function readTicket(text: string): CallTicket {
  const ticket: CallTicket = JSON.parse(text);
  return ticket;
}

/** Writes a ticket as text. */
export const writeTicket = (ticket: CallTicket): string => JSON.stringify(ticket);

const reasons: Readonly<Record<string, string>> = {
  USER: 'The callee hung up.',
  ASSISTANT: 'The assistant said goodbye.',
  TIMEOUT: 'The longest duration was reached.',
  NO_ANSWER: 'The callee did not answer.',
  BUSY: 'The line was busy.',
  VOICEMAIL: 'A voicemail answered.',
  ERROR: 'The carrier could not put the call through.',
};

function statusOf({ startsAt, ringsAt, answersAt, endsAt, status }: CallTicket, now: number): string {
  if (now >= endsAt) return status;
  if (answersAt !== undefined && now >= answersAt) return 'in-progress';
  if (now >= ringsAt) return 'ringing';
  return now >= startsAt ? 'started' : 'queued';
}

function transcriptOf({ firstSentence, task }: VoiceCallRequest) {
  return [
    { role: 'assistant', text: firstSentence ?? 'Hello, this is an automated assistant.' },
    { role: 'user', text: 'Hello. What is it about?' },
    { role: 'assistant', text: task },
    { role: 'user', text: 'All right, that is noted. Goodbye.' },
  ];
}
