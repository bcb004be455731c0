import { voices } from './audio-catalog.ts';
import { type CallRecord, findCall, startCall } from './call-record.ts';
import { on } from './faults.ts';
import { Form } from './form.ts';
import { HttpError, ok, type Reply } from './http.ts';
import { metered } from './metered.ts';
import { usd } from './money.ts';
import type { Call, Operation } from './operation.ts';
import { activeNumbers, E164, ownLeases, usableLease } from './phone.ts';
import { failureOf, type Turn } from './upstream.ts';

/** The price of one outbound call. */
export const CALL_PRICE = usd('0.54');
const VOICES = ['nat', 'josh', 'maya', 'june', 'paige', 'derek', 'florian'];
const EMERGENCY =
  /^\+?(?:1|7|20|27|3[0-69]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])?(?:911|112|999|000|110|119|108|122)$/;

/** Outbound calls. */
export const voiceOperations: Operation[] = [
  {
    methods: ['POST'],
    path: '/v1/voice/call',
    summary: 'Start an outbound call',
    upstream: 'voice-call',
    handle: (call) => start(call),
  },
  { methods: ['GET'], path: '/v1/voice/call/{call_id}', summary: 'The record of a call', handle: poll },
];

function start(call: Call): Promise<Reply> {
  const form = new Form(call.json());
  const to = form.must('to');
  const emergency = EMERGENCY.test(to);
  if (form.has('to') && !emergency && !E164.test(to)) form.add('to', 'to must be a phone number in E.164');
  const task = form.must('task', { min: 10, max: 4000 });
  const from = form.text('from', { pattern: E164, says: 'a phone number in E.164' });
  const voice = form.text('voice');
  const inCatalog = voices.some((item) => item.voice_id === voice);
  if (voice !== undefined && !VOICES.includes(voice) && !inCatalog)
    form.add('voice', 'voice must be a known voice', VOICES);
  form.text('language');
  const maxDuration = form.integer('max_duration', { min: 1, max: 30 }) ?? (on('call-default-ten') ? 10 : 5);
  const firstSentence = form.text('first_sentence', { max: 500 });
  form.flag('wait_for_greeting');
  form.integer('interruption_threshold', { min: 50, max: 500 });
  form.text('model', { oneOf: ['base', 'enhanced', 'turbo'] });
  const action = form.text('voicemail_action', { oneOf: ['hangup', 'leave_message', 'ignore'] });
  form.text('voicemail_message', { max: 1000 });
  if (action === 'leave_message') form.need('voicemail_message');
  form.done();
  if (emergency) throw new HttpError(403, 'Emergency numbers cannot be called');
  const caller = callerOf(call, from);
  return metered(call, { quote: CALL_PRICE, upstream: 'voice-call', failure: dialFailure }, ({ outcome }, hold) => {
    const record = startCall({
      from: caller,
      to,
      maxDuration,
      opening: firstSentence ?? task,
      hold,
      fails: outcome === 'fail',
    });
    const message = 'The call is queued; poll poll_url for its record.';
    return {
      status: 202,
      body: { call_id: record.id, status: 'queued', poll_url: `/v1/voice/call/${record.id}`, message },
    };
  });
}

function callerOf(call: Call, from: string | undefined): string {
  if (from !== undefined) return usableLease(call.account, from).number;
  const [only, ...more] = activeNumbers(call.account);
  if (only === undefined) {
    throw new HttpError(403, 'no_active_number', {
      details: 'A call needs a leased number',
      buy_endpoint: '/v1/phone/numbers/buy',
    });
  }
  const several = on('call-from-expired') && ownLeases(call.account).length > 1;
  if (more.length > 0 || several) throw ambiguous([only, ...more]);
  return only;
}

function ambiguous(numbers: string[]): HttpError {
  const details = [{ pointer: '/from', problem: 'from is required when several numbers are leased', allowed: numbers }];
  return new HttpError(400, 'ambiguous_from', { details });
}

function dialFailure(turn: Turn): HttpError | null | undefined {
  if (turn.outcome === 'fail' && turn.detail.stage === 'run') return null;
  if (turn.outcome === 'capacity' || turn.outcome === 'unconfigured' || failureOf(turn) === undefined) return undefined;
  return new HttpError(502, 'Call initiation failed');
}

function poll(call: Call): Reply {
  const record: CallRecord | undefined = findCall(call.param('call_id'));
  if (record === undefined) throw new HttpError(404, 'Call not found');
  return ok(record.view());
}
