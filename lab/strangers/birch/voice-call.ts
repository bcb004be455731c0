import { nowMs } from './clock.ts';
import { on } from './faults.ts';

/** An outbound call. Without events it runs by these times. */
export interface PhoneCall {
  id: string;
  from: string;
  to: string;
  task: string;
  maxMinutes: number;
  queuedMs: number;
  ringMs: number;
  answerMs: number;
  endMs: number;
  endedBy: string;
  endStatus: string;
}

/** A new call that will be answered and ended by the callee, unless events say otherwise. */
export function newCall(id: string, from: string, to: string, task: string, maxMinutes: number): PhoneCall {
  const now = nowMs();
  return {
    id,
    from,
    to,
    task,
    maxMinutes,
    queuedMs: now,
    ringMs: now + 6000,
    answerMs: now + 12_000,
    endMs: now + 60_000,
    endedBy: 'USER',
    endStatus: 'completed',
  };
}

/** When the call ends: by itself, or at its longest duration. */
function endOf(call: PhoneCall): { atMs: number; by: string; status: string } {
  const limitMs = call.answerMs + call.maxMinutes * 60_000;
  if (limitMs < call.endMs) return { atMs: limitMs, by: 'TIMEOUT', status: 'completed' };
  return { atMs: call.endMs, by: call.endedBy, status: call.endStatus };
}

function statusOf(call: PhoneCall): string {
  const now = nowMs();
  const end = endOf(call);
  if (end.atMs <= now) return end.status;
  if (call.answerMs <= now) return 'in-progress';
  if (call.ringMs <= now) return 'ringing';
  return call.queuedMs + 3000 <= now ? 'started' : 'queued';
}

/** Deliver an event of the outside world; false when it is unknown. From the first event on nothing happens by itself. */
export function callEvent(call: PhoneCall, event: string, detail: Record<string, unknown>): boolean {
  if (!['ringing', 'answered', 'ended'].includes(event)) return false;
  const now = nowMs();
  if (endOf(call).atMs <= now) return true;
  if (call.answerMs > now) call.answerMs = Infinity;
  call.endMs = Infinity;
  call.ringMs = Math.min(call.ringMs, now);
  if (event === 'answered') call.answerMs = now;
  if (event === 'ended') {
    call.endMs = now;
    call.endedBy = typeof detail.ended_by === 'string' ? detail.ended_by : 'USER';
    call.endStatus =
      typeof detail.status === 'string' ? detail.status : call.endedBy === 'ERROR' ? 'error' : 'completed';
  }
  return true;
}

function answeredBy(endedBy: string, answered: boolean): string | null {
  if (endedBy === 'VOICEMAIL') return 'voicemail';
  return answered ? 'human' : null;
}

/** The record of a call now. */
export function callRecord(call: PhoneCall): Record<string, unknown> {
  const now = nowMs();
  const end = endOf(call);
  const ended = end.atMs <= now;
  const answered = call.answerMs <= Math.min(now, end.atMs);
  const seconds = answered ? Math.max(0, Math.floor((Math.min(now, end.atMs) - call.answerMs) / 1000)) : 0;
  const endedBy = ended ? end.by : 'IN_PROGRESS';
  return {
    call_id: call.id,
    from: call.from,
    to: call.to,
    status: statusOf(call),
    answered_by: answeredBy(endedBy, answered),
    call_length: on('call-length-seconds') ? seconds : Math.round((seconds / 60) * 100) / 100,
    call_ended_by: endedBy,
    ended_by: endedBy,
    ended_by_reason: ended ? `The call was ended: ${end.by}.` : null,
    summary: ended && answered ? `The assistant spoke about: ${call.task.slice(0, 100)}` : null,
    transcript: answered
      ? [
          { role: 'assistant', text: 'Hello, I am calling about a task.' },
          { role: 'user', text: 'Go ahead.' },
        ]
      : [],
    recording_url: ended && answered ? `https://calls.birch.example/${call.id}.mp3` : null,
  };
}
