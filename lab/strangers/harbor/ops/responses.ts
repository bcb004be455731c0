/** Responses in the native format: at once, streamed, or in the background with poll and cancel. */
import { Checker } from '../check.ts';
import { RESPONSES_PREFIX, type TextModel, textModel } from '../data/models.ts';
import { free, type Paid, paid, type Result, shortDelay } from '../flow.ts';
import type { Gateway } from '../gateway.ts';
import { type Answer, type Call, type Dict, isDict, jsonBody, Refusal } from '../http.ts';
import {
  ARC_TEXT_RANGE,
  type Frame,
  frames,
  promptTokens,
  refuseCut,
  sayings,
  streamed,
  TEXT_RANGE,
  textQuote,
  unknownModel,
} from './text.ts';

interface Input {
  model: TextModel;
  prompt: number;
  maxOutput: number;
  stream: boolean;
  background: boolean;
  body: Dict;
}

export interface BackgroundResponse {
  body: Dict;
  finishMs: number;
  end: 'completed' | 'failed' | 'cancelled';
}

function checkStateless(call: Call, check: Checker): void {
  if (call.gateway.host.name !== 'arc') return;
  const { text, details, combinations } = call.gateway.rules;
  for (const field of text.statelessRules) {
    const value = check.get(field);
    if (field === 'store' && check.get('stream') === true && !combinations.storeCheckedInStreams) continue;
    if (value === undefined || (field === 'store' && value === false && details.storeFalseTaken)) continue;
    check.bad(field, `${field} is not served: send the whole context on every call`);
  }
}

function parse(call: Call): Input {
  const rule = call.gateway.rules.text;
  const body = jsonBody(call);
  const check = new Checker(body);
  const named = check.string('model', { required: true }) ?? '';
  const input = check.get('input');
  if (input === undefined) check.bad('input', 'input is required');
  else if (typeof input !== 'string' && !(Array.isArray(input) && input.every(isDict)))
    check.bad('input', 'input wants text or a list of items');
  else if (
    call.gateway.rules.combinations.roleWanted &&
    Array.isArray(input) &&
    !input.every((item) => isDict(item) && item.role)
  )
    check.bad('input', 'input has an item without a role');
  check.string('instructions');
  const maxOutput = check.number('max_output_tokens', { whole: true, min: rule.responsesMaxOutputMin });
  const stream = check.flag('stream');
  if (check.array('tools')?.some((tool) => !isDict(tool))) check.bad('tools', 'tools wants objects');
  check.dict('reasoning');
  check.strings('include');
  check.dict('text');
  check.number('temperature', { min: 0, max: rule.responsesTemperatureMax });
  check.number('top_p', { min: 0, max: rule.responsesTopPMax });
  const background = check.get('background') === true;
  checkStateless(call, check);
  check.done();
  const model = textModel(named) ?? (rule.prefixOptional ? textModel(`${RESPONSES_PREFIX}${named}`) : undefined);
  if (model === undefined || (rule.responsesFamilyOnly && model.family !== 'responses')) {
    throw unknownModel(call.gateway, named, (entry) => entry.family === 'responses');
  }
  return {
    model,
    prompt: promptTokens(input, body.instructions, body.tools),
    maxOutput: rule.responsesBoundByMax ? (maxOutput ?? 3000) : 3000,
    stream: stream ?? false,
    background,
    body,
  };
}

function native(call: Call, input: Input): Dict {
  const { gateway } = call;
  const text = sayings('a response').join('');
  const output = Math.min(input.maxOutput, 15);
  return {
    usage: { output_tokens: output, input_tokens: input.prompt, total_tokens: output + input.prompt },
    output: [
      {
        type: 'message',
        status: 'completed',
        role: 'assistant',
        id: gateway.id('item_h'),
        content: [{ type: 'output_text', annotations: [], text }],
      },
    ],
    store: gateway.host.name !== 'arc' && input.body.store !== false,
    background: input.background,
    model: input.model.id,
    status: 'completed',
    created_at: gateway.seconds(),
    object: 'response',
    id: gateway.id('resp_h'),
    error: null,
  };
}

function eventsOf(body: Dict): Frame[] {
  const named = (event: string, data: Dict, index: number): Frame => ({
    event,
    data: { type: event, sequence_number: index, ...data },
  });
  const started: Dict = { ...body, status: 'in_progress', output: [] };
  const deltas = sayings('a response').map((delta, index) =>
    named('response.output_text.delta', { output_index: 0, content_index: 0, delta }, index + 2),
  );
  return [
    named('response.created', { response: started }, 0),
    named('response.in_progress', { response: started }, 1),
    ...deltas,
    named('response.completed', { response: body }, deltas.length + 2),
  ];
}

async function run(call: Call, input: Input, { script }: Paid): Promise<Result> {
  const body = native(call, input);
  if (input.background) return background(call, body, input, script?.outcome, script?.detail);
  if (script?.outcome === 'fail') throw new Refusal(502, { error: 'Upstream error' });
  if (script?.outcome === 'slow') await shortDelay();
  if (input.stream) {
    const error = { event: 'error', data: { type: 'error', code: 'stream_cut', message: 'The stream broke off.' } };
    return streamed(call, script, eventsOf(body), error);
  }
  refuseCut(script);
  return { charge: true, answer: { status: 200, body } };
}

function background(
  call: Call,
  body: Dict,
  input: Input,
  outcome: string | undefined,
  detail: Dict | undefined,
): Result {
  const { gateway } = call;
  if (outcome === 'fail' && detail?.stage !== 'run') throw new Refusal(502, { error: 'Upstream error' });
  const asked = detail?.seconds;
  const slowMs = (typeof asked === 'number' ? asked : 60) * 1000;
  const kept: BackgroundResponse = {
    body,
    finishMs: gateway.nowMs() + (outcome === 'slow' ? slowMs : 1500),
    end: outcome === 'fail' || outcome === 'cut' ? 'failed' : 'completed',
  };
  gateway.memory.backgrounds.set(String(body.id), kept);
  const charge = gateway.rules.text.backgroundSettlesAtCreate;
  const shown = view(gateway, kept);
  const undo = () => gateway.memory.backgrounds.delete(String(body.id));
  if (!input.stream) return { charge, undo, answer: { status: 200, body: shown } };
  return { charge, undo, answer: { status: 200, stream: frames(eventsOf(body)) } };
}

/** The stored response as it stands now. */
function view(gateway: Gateway, kept: BackgroundResponse): Dict {
  const done = gateway.nowMs() >= kept.finishMs;
  if (!done) return { ...kept.body, status: 'in_progress', output: [], usage: null };
  if (kept.end === 'completed') return kept.body;
  const error = kept.end === 'failed' ? { code: 'server_error', message: 'The provider gave up.' } : null;
  return { ...kept.body, status: kept.end, output: [], usage: null, error };
}

function stored(call: Call): BackgroundResponse {
  const kept = call.gateway.memory.backgrounds.get(call.params.id ?? '');
  if (kept === undefined) throw new Refusal(404, { error: 'Response not found' });
  return kept;
}

function attach(gateway: Gateway, kept: BackgroundResponse): Answer {
  const body = view(gateway, kept);
  const status = String(body.status);
  if (status === 'completed') return { status: 200, stream: frames(eventsOf(body)) };
  const last = { event: `response.${status}`, data: { type: `response.${status}`, response: body } };
  return { status: 200, stream: frames([...eventsOf(body).slice(0, 1), last]) };
}

export const responsesOperation = paid<Input>({
  template: '/api/v1/responses',
  summary: 'Native response',
  range: TEXT_RANGE,
  arcRange: ARC_TEXT_RANGE,
  handles: ['cut', 'slow', 'fail'],
  parse,
  quote: (call, input) => textQuote(call.gateway, input.model, input.prompt, input.maxOutput),
  run,
});

export const backgroundOperations = [
  free({ template: '/api/v1/responses/{id}', summary: 'Poll a background response' }, (call) => {
    const kept = stored(call);
    if (call.query.get('stream') === 'true') return attach(call.gateway, kept);
    return { status: 200, body: view(call.gateway, kept) };
  }),
  free(
    { methods: ['POST'], template: '/api/v1/responses/{id}/cancel', summary: 'Cancel a background response' },
    (call) => {
      const kept = stored(call);
      const { gateway } = call;
      if (gateway.nowMs() < kept.finishMs && gateway.rules.text.cancelWorks) {
        kept.finishMs = gateway.nowMs();
        kept.end = 'cancelled';
      }
      return { status: 200, body: view(gateway, kept) };
    },
  ),
];

export function backgroundEvent(gateway: Gateway, id: string, name: string): boolean | undefined {
  const kept = gateway.memory.backgrounds.get(id);
  if (kept === undefined) return undefined;
  if (name !== 'finished' && name !== 'failed') return false;
  if (gateway.nowMs() < kept.finishMs) {
    kept.finishMs = gateway.nowMs();
    kept.end = name === 'finished' ? 'completed' : 'failed';
  }
  return true;
}
