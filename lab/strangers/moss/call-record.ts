import { type Hold, onSweep } from './accounts.ts';
import { now } from './clock.ts';
import { on } from './faults.ts';
import { HttpError } from './http.ts';
import { newId } from './jobs.ts';
import { onReset } from './state.ts';

const ENDED_BY = ['USER', 'ASSISTANT', 'TIMEOUT', 'NO_ANSWER', 'BUSY', 'VOICEMAIL', 'ERROR'];
const UNANSWERED = ['NO_ANSWER', 'BUSY', 'ERROR'];
const STATUSES = ['completed', 'error', 'failed', 'no_answer', 'busy'];

// When an undisturbed call moves on, in seconds after it was queued.
const SCHEDULE = { started: 10, ringing: 20, answered: 30, ended: 90 };

const calls = new Map<string, CallRecord>();
onReset(() => calls.clear());
onSweep(() => {
  for (const record of calls.values()) record.update();
});

/** What has to be known to start a call. */
export interface CallInit {
  from: string;
  to: string;
  maxDuration: number;
  opening: string;
  hold: Hold;
  /** The carrier accepts the call and fails later. */
  fails: boolean;
}

/** An outbound call. */
export class CallRecord {
  id = newId('call-');
  private init: CallInit;
  private created = now();
  private status = 'queued';
  private answeredAt: number | undefined;
  private ended: { by: string; at: number } | undefined;
  private scripted = false;

  constructor(init: CallInit) {
    this.init = init;
  }

  /** Lets the time that has passed take effect. */
  update(): void {
    if (this.ended !== undefined) return;
    if (!this.scripted) this.followSchedule();
    const limit = (this.answeredAt ?? Infinity) + this.init.maxDuration * 60_000;
    if (this.ended === undefined && now() >= limit) this.end('TIMEOUT', 'completed', limit);
  }

  private followSchedule(): void {
    const passed = (now() - this.created) / 1000;
    if (passed >= SCHEDULE.started) this.status = 'started';
    if (passed >= SCHEDULE.ringing) this.status = 'ringing';
    if (passed >= SCHEDULE.answered) {
      if (this.init.fails) {
        this.end('ERROR', 'error', now());
        return;
      }
      this.status = 'in-progress';
      this.answeredAt ??= this.created + SCHEDULE.answered * 1000;
    }
    if (passed >= SCHEDULE.ended) this.end('ASSISTANT', 'completed', this.created + SCHEDULE.ended * 1000);
  }

  private end(by: string, status: string, at: number): void {
    this.ended = { by, at };
    this.status = status;
    if (by === 'ERROR' || (on('call-busy-refund') && by === 'BUSY')) this.init.hold.refund();
  }

  /** Delivers an event from outside. */
  deliver(event: string, detail: Record<string, unknown>): void {
    this.update();
    const { ended_by: by = 'USER', status = by === 'ERROR' ? 'error' : 'completed' } = detail;
    if (!['ringing', 'answered', 'ended'].includes(event)) throw new HttpError(400, 'unknown event of a call');
    if (event === 'ended' && (typeof by !== 'string' || !ENDED_BY.includes(by)))
      throw new HttpError(400, 'unknown ended_by');
    if (event === 'ended' && (typeof status !== 'string' || !STATUSES.includes(status)))
      throw new HttpError(400, 'unknown status');
    if (this.ended !== undefined) return;
    this.scripted = true;
    if (event === 'ringing') this.status = 'ringing';
    if (event === 'answered') {
      this.status = 'in-progress';
      this.answeredAt ??= now();
    }
    if (event === 'ended') this.end(String(by), String(status), now());
  }

  /** The record as the upstream writes it. */
  view(): Record<string, unknown> {
    this.update();
    const { from, to, opening } = this.init;
    const talked = this.ended !== undefined && !UNANSWERED.includes(this.ended.by);
    const milliseconds =
      this.ended === undefined || this.answeredAt === undefined ? 0 : this.ended.at - this.answeredAt;
    const by = this.ended?.by ?? 'IN_PROGRESS';
    return {
      call_id: this.id,
      from,
      to,
      status: this.status,
      answered_by: this.answeredAt === undefined ? null : by === 'VOICEMAIL' ? 'voicemail' : 'human',
      call_length: Math.round(milliseconds / 600) / 100,
      call_ended_by: this.ended === undefined ? null : by,
      ended_by: by,
      ended_by_reason: this.ended === undefined ? null : `The call ended: ${by}`,
      summary: talked ? 'The assistant spoke with the callee.' : null,
      transcript: talked
        ? [
            { role: 'assistant', text: opening },
            { role: 'user', text: 'Thank you, goodbye.' },
          ]
        : [],
      recording_url: talked ? `https://media.moss.example/calls/${this.id}.mp3` : null,
    };
  }
}

/** Queues a call. */
export function startCall(init: CallInit): CallRecord {
  const record = new CallRecord(init);
  calls.set(record.id, record);
  return record;
}

/** A call by its id. */
export function findCall(id: string): CallRecord | undefined {
  return calls.get(id);
}
