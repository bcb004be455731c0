/** Outbound voice calls and their records. */
import { isPhone } from './addresses.ts';
import { Form } from './form.ts';
import { law } from './law.ts';
import { isActive, leasesOf, ownLease } from './phones.ts';
import { reach } from './upstream.ts';
import { type Ask, type Deal, type Obj, ok, Refusal, type Reply, type Row, row } from './wire.ts';
import { type Call, now, token, world } from './world.ts';

interface Dial {
  to: string;
  from: string | undefined;
  minutes: number;
}

/** The digits of an emergency number, with or without a plus or the code of North America. */
function isEmergency(to: string): boolean {
  const digits = to.replace(/\D/g, '');
  return law.phones.emergency.some((number) => digits === number || digits === `1${number}`);
}

function read(ask: Ask): Dial {
  const form = new Form(ask.body);
  const to = form.text('to', { must: true });
  if (to !== undefined && isEmergency(to)) {
    throw new Refusal(law.phones.emergencyStatus, {
      error: 'Forbidden',
      message: 'Emergency numbers are never dialed.',
    });
  }
  if (to !== undefined && !isPhone(to)) form.bad('to', 'to has to be E.164');
  form.text('task', { must: true, min: law.phones.task.least, max: law.phones.task.most });
  const from = form.text('from');
  if (from !== undefined && !isPhone(from)) form.bad('from', 'from has to be E.164');
  form.text('voice', { min: 1 });
  form.text('language', { min: 1 });
  const { least, most, usual } = law.phones.minutes;
  const minutes = form.integer('max_duration', { min: least, max: most }) ?? usual;
  form.text('first_sentence', { max: law.phones.sentenceMost });
  form.flag('wait_for_greeting');
  form.integer('interruption_threshold', { min: law.phones.interruption.least, max: law.phones.interruption.most });
  form.text('model', { oneOf: ['base', 'enhanced', 'turbo'] });
  const action = form.text('voicemail_action', { oneOf: ['hangup', 'leave_message', 'ignore'] });
  const must = action === 'leave_message' && law.phones.voicemailNeedsText;
  form.text('voicemail_message', { must, max: law.phones.voicemailMost });
  form.done();
  return { to: to ?? '', from, minutes };
}

/** The number a call leaves from: the named one, or the only active one. */
function lineOf(dial: Dial, payer: string, network: string): string {
  if (dial.from !== undefined) return ownLease(dial.from, payer, network).number;
  const active = leasesOf(payer).filter((lease) => isActive(lease) && lease.network === network);
  const [only] = active;
  if (!only) {
    throw new Refusal(403, {
      error: 'no_active_number',
      code: 'no_active_number',
      message: 'Buy a number first.',
      buy_endpoint: '/api/v1/phone/numbers/buy',
    });
  }
  if (active.length > 1 && !law.phones.picksFirst) {
    throw new Refusal(law.invalidStatus, {
      error: 'ambiguous_from',
      code: 'ambiguous_from',
      message: 'Several numbers are active: name one in from.',
      your_active_numbers: active.map((lease) => lease.number),
    });
  }
  return only.number;
}

function callFailed(details: string): Refusal {
  return new Refusal(502, { error: 'Call initiation failed', message: 'Nothing was charged.', details });
}

async function dial(input: Dial, deal: Deal): Promise<Reply> {
  const from = lineOf(input, deal.payer, deal.paid?.network ?? '');
  await reach(deal, {
    fail: () => callFailed('the carrier failed'),
    reject: () => callFailed('the carrier refused'),
    timeout: () => callFailed('the carrier did not answer'),
  });
  const call: Call = {
    id: `vc_${token()}`,
    from,
    to: input.to,
    made: now(),
    minutes: input.minutes,
    status: null,
    endedBy: null,
  };
  world.calls.set(call.id, call);
  return ok({
    message: 'Dialing was accepted.',
    poll_url: `/api/v1/voice/call/${call.id}`,
    status: 'queued',
    call_id: call.id,
  });
}

/** Without events of the outside world a call rings, is answered and is hung up by the callee within a minute. */
function progress(call: Call): { status: string; endedBy: string } {
  if (call.status !== null) return { status: call.status, endedBy: call.endedBy ?? 'IN_PROGRESS' };
  const age = (now() - call.made) / 1000;
  if (age >= 60) return { status: 'completed', endedBy: 'USER' };
  const status = ['queued', 'started', 'ringing', 'in-progress'][Math.min(3, Math.floor(age / 5))] ?? 'queued';
  return { status, endedBy: 'IN_PROGRESS' };
}

function recordOf(call: Call): Obj {
  const { status, endedBy } = progress(call);
  const over = endedBy !== 'IN_PROGRESS';
  const talked = over && !['NO_ANSWER', 'BUSY', 'ERROR'].includes(endedBy);
  return {
    transcript: talked
      ? [
          { role: 'assistant', text: 'Good day.' },
          { role: 'user', text: 'Good day to you.' },
        ]
      : [],
    recording_url: talked ? `https://media.example/calls/${call.id}.mp3` : null,
    summary: talked ? 'Both sides greeted each other.' : null,
    ended_by_reason: over ? `The call ended by ${endedBy}.` : null,
    ended_by: endedBy,
    call_ended_by: over ? endedBy : null,
    call_length: talked ? 0.5 : 0,
    answered_by: talked ? 'human' : null,
    status,
    to: call.to,
    from: call.from,
    call_id: call.id,
  };
}

export const callRows: Row[] = [
  row<Dial>({
    on: 'POST /api/v1/voice/call',
    upstream: true,
    read,
    price: () => law.phones.call,
    guard: (input, payer, paid) => {
      lineOf(input, payer, paid.network);
    },
    effect: dial,
  }),
  row<Call>({
    on: 'GET /api/v1/voice/call/{call_id}',
    read: (ask) => {
      const call = world.calls.get(ask.params.call_id ?? '');
      if (call) return call;
      throw new Refusal(404, { error: 'Call not found', message: 'No call has this id.' });
    },
    effect: (call) => ok(recordOf(call)),
  }),
];
