import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { checkBody } from '../body.ts';
import { voices } from '../catalog/media.ts';
import { prefix } from '../config.ts';
import { ApiError, badField } from '../errors.ts';
import { on } from '../fault.ts';
import { FEE, usd } from '../money.ts';
import { op } from '../op.ts';
import { param } from '../paths.ts';
import { onReset, token, world } from '../world.ts';
import { active, E164, listed, mine } from './phone.ts';

/** Outbound AI calls. A call goes on by itself, until the control API starts to tell what happens to it. */
interface VoiceCall {
  id: string;
  from: string;
  to: string;
  created: number;
  maxMs: number;
  status: string;
  endedBy: string;
  answeredAt?: number;
  endedAt?: number;
  hasEvents: boolean;
  minutes: number;
}
const calls = new Map<string, VoiceCall>();
onReset(() => calls.clear());

const EMERGENCY = /^\+?(?:1|44|61|49|33|81|91|86|64|353|852)?(?:911|112|999|000|110|113|118|119|933|988)$/;
const NAMES = ['nat', 'josh', 'maya', 'june', 'paige', 'derek', 'florian'];
const len = (low: number, high: number) =>
  z.string().refine((s) => [...s].length >= low && [...s].length <= high, `must have ${low} to ${high} characters`);
const schema = z.object({
  to: z.string().refine((s) => E164.test(s) || EMERGENCY.test(s), 'must be an E.164 number'),
  task: len(10, 4000),
  from: z.string().regex(E164, 'must be an E.164 number').optional(),
  voice: z
    .string()
    .refine((v) => NAMES.includes(v) || voices.some((x) => x.voice_id === v), 'is not a known voice')
    .optional(),
  language: z.string().default('en-US'),
  max_duration: z.number().int().min(1).max(30).default(5),
  first_sentence: len(0, 500).optional(),
  wait_for_greeting: z.boolean().optional(),
  interruption_threshold: z.number().int().min(50).max(500).optional(),
  model: z.enum(['base', 'enhanced', 'turbo']).optional(),
  voicemail_action: z.enum(['hangup', 'leave_message', 'ignore']).optional(),
  voicemail_message: len(0, 1000).optional(),
});
type CallBody = z.output<typeof schema>;

function fromNumber(x: CallBody, owner: string): string {
  const own = active(owner).map((l) => l.phone_number);
  if (x.from !== undefined) return mine(x.from, owner).phone_number;
  const [first] = own;
  if (first === undefined)
    throw new ApiError(403, {
      error: 'no_active_number',
      message: 'This wallet leases no active number.',
      buy_endpoint: `${prefix()}/phone/numbers/buy`,
    });
  const several = (on('ambiguous-by-expired-number') ? listed(owner) : own).length > 1;
  if (several && !on('ambiguous-from-guessed'))
    throw new ApiError(400, {
      error: 'ambiguous_from',
      message: 'This wallet leases several numbers: name one in `from`.',
      your_active_numbers: own,
    });
  return first;
}

const initiation = (why: string) => () => ({
  status: 502,
  body: { error: 'Call initiation failed', details: `${why} You were not charged.` },
});
export const voiceCall = op<CallBody>({
  method: 'POST',
  template: '/voice/call',
  hosts: 'both',
  upstream: true,
  describe: 'Outbound AI voice call',
  parse: async (c) => {
    const b = await checkBody(c, schema);
    if (b.voicemail_action === 'leave_message' && !b.voicemail_message)
      throw badField('voicemail_message', 'required when voicemail_action is leave_message');
    if (EMERGENCY.test(b.to))
      throw new ApiError(403, { error: 'Emergency destination', message: 'Emergency numbers cannot be called.' });
    return b;
  },
  quote: () => ({ base: usd('0.541'), account: usd('0.541') - FEE }),
  authorize: (x, who) => {
    fromNumber(x, who.id);
  },
  run: (x, call) => {
    const id = token('call_');
    const record: VoiceCall = {
      id,
      from: fromNumber(x, call.who.id),
      to: x.to,
      created: world.now(),
      maxMs: x.max_duration * (on('max-duration-in-seconds') ? 1000 : 60_000),
      status: 'queued',
      endedBy: 'IN_PROGRESS',
      hasEvents: call.script.outcome === 'slow',
      minutes: 0,
    };
    // Dialing has been accepted, whatever becomes of the payment.
    calls.set(id, record);
    return {
      body: {
        call_id: id,
        status: 'queued',
        poll_url: `${prefix()}/voice/call/${id}`,
        message: 'Dialing. Poll until ended_by is no longer IN_PROGRESS.',
      },
    };
  },
  failures: {
    fail: initiation('The carrier failed.'),
    timeout: initiation('The carrier did not answer.'),
    reject: initiation('The carrier refused the call.'),
    empty: initiation('No line is free.'),
  },
});

function end(v: VoiceCall, endedBy: string, status: string, at: number): void {
  v.endedBy = endedBy;
  v.status = status;
  v.endedAt = at;
  v.minutes =
    v.answeredAt === undefined ? 0 : Math.round((at - v.answeredAt) / (on('call-length-in-seconds') ? 10 : 600)) / 100;
}

function advance(v: VoiceCall): void {
  if (v.endedAt !== undefined) return;
  const age = world.now() - v.created;
  if (!v.hasEvents) {
    v.status = age < 5000 ? 'queued' : age < 10_000 ? 'ringing' : 'in-progress';
    if (age >= 10_000) v.answeredAt = v.created + 10_000;
    if (age >= 40_000) end(v, 'USER', 'completed', v.created + 40_000);
  } else if (v.answeredAt !== undefined && world.now() - v.answeredAt >= v.maxMs)
    end(v, 'TIMEOUT', 'completed', v.answeredAt + v.maxMs);
}

export function callEvent(id: string, event: string, detail: Record<string, unknown>): boolean {
  const v = calls.get(id);
  if (!v) return false;
  advance(v);
  if (v.endedAt !== undefined) return true;
  v.hasEvents = true;
  if (event === 'ringing') v.status = 'ringing';
  if (event === 'answered') {
    v.status = 'in-progress';
    v.answeredAt = world.now();
  }
  if (event === 'ended') {
    const by = typeof detail.ended_by === 'string' ? detail.ended_by : 'USER';
    end(v, by, typeof detail.status === 'string' ? detail.status : by === 'ERROR' ? 'error' : 'completed', world.now());
  }
  return true;
}

export function mountVoicePoll(app: Hono, guard: (c: Context) => void): void {
  app.get(`${prefix()}/voice/call/:id`, (c: Context) => {
    guard(c);
    const v = calls.get(param(c, 'id'));
    if (!v) throw new ApiError(404, { error: 'Call not found' });
    advance(v);
    const ended = v.endedAt !== undefined;
    const talked = v.answeredAt !== undefined;
    return c.json({
      call_id: v.id,
      from: v.from,
      to: v.to,
      status: v.status,
      answered_by: talked ? 'human' : null,
      call_length: v.minutes,
      call_ended_by: ended ? v.endedBy : null,
      ended_by: v.endedBy,
      ended_by_reason: ended ? `ended by ${v.endedBy}` : null,
      summary: ended && talked ? 'The assistant carried out its task.' : null,
      transcript: talked
        ? [
            { role: 'assistant', text: 'Hello, this is an automated call.' },
            ...(ended ? [{ role: 'user', text: 'Thank you, goodbye.' }] : []),
          ]
        : [],
      recording_url: ended && talked ? `https://media.cedar.example/calls/${v.id}.mp3` : null,
    });
  });
}
