/** Outbound voice calls and their records. */
import { Checker } from '../check.ts';
import { VOICES } from '../data/media.ts';
import { free, paid } from '../flow.ts';
import type { Gateway, Script } from '../gateway.ts';
import { type Call, type Dict, type Json, jsonBody, Refusal } from '../http.ts';
import { activeNumbers, checkPhone, leasesOf, ownLease } from './phone.ts';

export interface VoiceCall {
  id: string;
  from: string;
  to: string;
  task: string;
  status: string;
  endedBy: string | null;
  startMs: number;
  endMs: number;
}

interface Input {
  to: string;
  from: string | undefined;
  task: string;
  minutes: number;
}

const EMERGENCY = new Set(['911', '112', '999', '000', '110', '119', '118', '108', '101', '102', '995', '933', '988']);

/** Whether these digits reach an emergency desk, alone or behind a country code. */
function isEmergency(to: string): boolean {
  const digits = to.replace(/\D/g, '');
  return (
    EMERGENCY.has(digits) ||
    ['1', '44', '49', '61'].some((code) => digits.startsWith(code) && EMERGENCY.has(digits.slice(code.length)))
  );
}

function parse(call: Call): Input {
  const rule = call.gateway.rules.phone;
  const check = new Checker(jsonBody(call));
  const named = check.get('to');
  if (typeof named === 'string' && isEmergency(named)) {
    throw new Refusal(rule.emergencyStatus, { error: 'Emergency numbers are not called' });
  }
  const to = checkPhone(check, 'to', true);
  const task = check.string('task', { required: true, min: rule.taskMin, max: rule.taskMax });
  const from = checkPhone(check, 'from', false);
  check.oneOf('voice', [...rule.voices, ...VOICES.map((voice) => voice.voice_id)]);
  check.string('language');
  const minutes = check.number('max_duration', { whole: true, min: 1, max: rule.durationMax });
  check.string('first_sentence', { max: rule.firstSentenceMax });
  check.flag('wait_for_greeting');
  check.number('interruption_threshold', { whole: true, min: rule.interruptionMin, max: rule.interruptionMax });
  check.oneOf('model', rule.models);
  const action = check.oneOf('voicemail_action', ['hangup', 'leave_message', 'ignore']);
  const message = check.string('voicemail_message', { max: rule.voicemailMax });
  if (action === 'leave_message' && message === undefined && rule.voicemailRequired) {
    check.bad('voicemail_message', 'voicemail_message is required to leave one');
  }
  check.done();
  return { to: to ?? '', from, task: task ?? '', minutes: minutes ?? rule.durationDefault };
}

/** The number to call from: the one named, or the only active one. */
function callerOf(gateway: Gateway, input: Input, payer: string): string {
  if (input.from !== undefined) return ownLease(gateway, input.from, payer).number;
  const numbers = gateway.rules.details.expiredCalls
    ? leasesOf(gateway, payer).map(({ number }) => number)
    : activeNumbers(gateway, payer);
  const [first] = numbers;
  if (first === undefined) {
    throw new Refusal(403, {
      buy_endpoint: '/api/v1/phone/numbers/buy',
      code: 'no_active_number',
      error: 'no_active_number',
    });
  }
  if (numbers.length > 1 && gateway.rules.phone.ambiguous) {
    throw new Refusal(400, { your_active_numbers: numbers, code: 'ambiguous_from', error: 'ambiguous_from' });
  }
  return first;
}

function notDialed(_call: Call, script: Script): Refusal {
  return new Refusal(502, { details: `The carrier said: ${script.outcome}`, error: 'Call initiation failed' });
}

export const callOperation = paid<Input>({
  template: '/api/v1/voice/call',
  summary: 'Place a call',
  range: [541_000, 541_000],
  handles: ['fail'],
  refusals: { timeout: notDialed, reject: notDialed },
  parse,
  quote: ({ gateway }) => ({ micro: gateway.rules.phone.callMicro }),
  precheck: ({ gateway }, input, payer) => {
    callerOf(gateway, input, payer);
  },
  run: (call, input, { payer, script }) => {
    const { gateway } = call;
    if (script?.outcome === 'fail') {
      const refusal = notDialed(call, script);
      return { charge: gateway.rules.phone.callFailedCharge, answer: { status: refusal.status, body: refusal.body } };
    }
    const now = gateway.nowMs();
    const placed: VoiceCall = {
      id: gateway.id('hc-'),
      from: callerOf(gateway, input, payer),
      to: input.to,
      task: input.task,
      status: gateway.rules.phone.initialStatus,
      endedBy: null,
      startMs: now,
      endMs: now + input.minutes * 60_000,
    };
    gateway.memory.calls.set(placed.id, placed);
    const body = {
      message: 'Dialing.',
      poll_url: `/api/v1/voice/call/${placed.id}`,
      status: placed.status,
      call_id: placed.id,
    };
    return { charge: true, undo: () => gateway.memory.calls.delete(placed.id), answer: { status: 200, body } };
  },
});

/** The record as it stands; a call that nobody ended reaches its longest duration. */
function record(gateway: Gateway, call: VoiceCall): Dict {
  const now = gateway.nowMs();
  if (call.endedBy === null && now >= call.endMs) {
    call.status = 'completed';
    call.endedBy = 'TIMEOUT';
  }
  const ended = call.endedBy !== null;
  const minutes = (Math.min(now, call.endMs) - call.startMs) / gateway.rules.details.callLengthUnitMs;
  const lines: Json[] = [
    { text: 'Good day, this is the harbor.', role: 'assistant' },
    { text: 'Good day.', role: 'user' },
  ];
  return {
    recording_url: ended ? `https://media.harbor.example/r/${call.id}.mp3` : null,
    transcript: ended ? lines : [],
    summary: ended ? `A call about: ${call.task.slice(0, 60)}` : null,
    ended_by_reason: ended ? 'as recorded by the carrier' : null,
    ended_by: call.endedBy ?? 'IN_PROGRESS',
    call_ended_by: call.endedBy ?? 'IN_PROGRESS',
    call_length: ended ? Math.round(minutes * 100) / 100 : 0,
    answered_by: ['in-progress', 'completed'].includes(call.status) ? 'human' : null,
    status: call.status,
    to: call.to,
    from: call.from,
    call_id: call.id,
  };
}

export const callRecordOperation = free(
  { template: '/api/v1/voice/call/{call_id}', summary: 'The record of a call' },
  (call) => {
    const { gateway } = call;
    const found = gateway.memory.calls.get(call.params.call_id ?? '');
    if (found === undefined) throw new Refusal(gateway.rules.phone.unknownCallStatus, { error: 'Call not found' });
    return { status: 200, body: record(gateway, found) };
  },
);

const STATUSES: Record<string, string> = { ringing: 'ringing', answered: 'in-progress' };

export function voiceEvent(gateway: Gateway, id: string, name: string, detail: Dict): boolean | undefined {
  const call = gateway.memory.calls.get(id);
  if (call === undefined) return undefined;
  if (name === 'ended') {
    call.endedBy = typeof detail.ended_by === 'string' ? detail.ended_by : 'USER';
    call.status = typeof detail.status === 'string' ? detail.status : call.endedBy === 'ERROR' ? 'error' : 'completed';
    call.endMs = Math.min(call.endMs, gateway.nowMs());
    return true;
  }
  const status = STATUSES[name];
  if (status === undefined) return false;
  if (call.endedBy === null) call.status = status;
  return true;
}
