import { randomUUID } from 'node:crypto';
import { voices } from './audio-models.ts';
import { Fields, invalidField } from './check.ts';
import { on } from './faults.ts';
import { free, paid } from './flow.ts';
import { HttpError, type Req } from './http.ts';
import { isActive, leasesOf, ownLease } from './leases.ts';
import { usd } from './money.ts';
import { E164 } from './phone.ts';
import type { Route } from './router.ts';
import { state } from './state.ts';
import type { Failures } from './upstream.ts';
import { callRecord, newCall } from './voice-call.ts';

interface CallInput {
  to: string;
  from: string | undefined;
  task: string;
  maxMinutes: number;
}

const CALL_PRICE = usd('0.541');
const VOICES = ['nat', 'josh', 'maya', 'june', 'paige', 'derek', 'florian'];
const EMERGENCY = /(?:911|112|999|000|110|113|115|117|118|119|108|933)$/;

function isEmergency(number: string): boolean {
  const digits = number.replace(/\D/g, '');
  // A country code of at most 3 digits can stand before the short number.
  return digits.length >= 3 && digits.length <= 6 && EMERGENCY.test(digits);
}

function check(req: Req): CallInput {
  const fields = Fields.of(req);
  const to = fields.needText('to');
  if (isEmergency(to))
    throw new HttpError(403, { error: 'Emergency destination', message: 'Emergency numbers cannot be called.' });
  if (typeof fields.get('to') === 'string' && !E164.test(to)) fields.fail('to', 'must be an E.164 number');
  const task = fields.needText('task', { min: 10, max: 4000 });
  const from = fields.text('from');
  if (from !== undefined && !E164.test(from)) fields.fail('from', 'must be an E.164 number');
  const voice = fields.text('voice');
  if (voice !== undefined && !VOICES.includes(voice) && !voices.some((item) => item.voice_id === voice)) {
    fields.fail('voice', `must be one of ${VOICES.join(', ')} or a voice_id of GET /api/v1/audio/voices`);
  }
  fields.text('language');
  const maxMinutes = fields.integer('max_duration', { min: 1, max: 30 }) ?? 5;
  fields.text('first_sentence', { max: 500 });
  fields.boolean('wait_for_greeting');
  fields.integer('interruption_threshold', { min: 50, max: 500 });
  fields.choice('model', ['base', 'enhanced', 'turbo']);
  const action = fields.choice('voicemail_action', ['hangup', 'leave_message', 'ignore']);
  const message = fields.text('voicemail_message', { max: 1000 });
  if (action === 'leave_message' && message === undefined && !fields.has('voicemail_message')) {
    fields.fail('voicemail_message', 'is required when voicemail_action is leave_message');
  }
  fields.done();
  return { to, from, task, maxMinutes };
}

/** The number that a call goes out from: the named one, or the only active one of the wallet. */
function fromNumber(from: string | undefined, payer: string): string {
  if (from !== undefined) return ownLease(from, payer).number;
  const active = leasesOf(payer).filter((lease) => on('call-counts-expired') || isActive(lease));
  const [first] = active;
  if (!first) {
    throw new HttpError(403, {
      error: 'no_active_number',
      message: 'The wallet has no active number.',
      buy_endpoint: '/api/v1/phone/numbers/buy',
      payer_wallet: payer,
    });
  }
  if (active.length > 1) {
    throw invalidField('from', 'is required: the wallet has several active numbers', {
      error: 'ambiguous_from',
      your_active_numbers: active.map((lease) => lease.number),
    });
  }
  return first.number;
}

function initiationFailed(): HttpError {
  return new HttpError(502, {
    error: 'Call initiation failed',
    message: 'Dialing was not accepted. Nothing was charged.',
  });
}

const failures: Failures = { fail: initiationFailed, timeout: initiationFailed, reject: initiationFailed };

/** Outbound calls. */
export const voiceRoutes: Route[] = [
  paid<CallInput>({
    path: '/api/v1/voice/call',
    summary: 'Place an outbound call by an assistant',
    price: { mode: 'fixed', amount: CALL_PRICE },
    failures,
    check,
    quote: () => ({ amount: CALL_PRICE }),
    permit: ({ from }, payer) => {
      fromNumber(from, payer);
    },
    run: ({ to, from, task, maxMinutes }, call) => {
      const id = randomUUID();
      const number = fromNumber(from, call.payer);
      return {
        status: 202,
        body: () => {
          state.calls.set(id, newCall(id, number, to, task, maxMinutes));
          return {
            call_id: id,
            status: 'queued',
            poll_url: `/api/v1/voice/call/${id}`,
            message: 'Dialing was accepted: poll poll_url.',
          };
        },
      };
    },
  }),
  free({
    path: '/api/v1/voice/call/{call_id}',
    summary: 'Record of a call',
    run: (req) => {
      const call = state.calls.get(req.params.call_id ?? '');
      if (!call) throw new HttpError(404, { error: 'Call not found' });
      return { status: 200, body: callRecord(call) };
    },
  }),
];
