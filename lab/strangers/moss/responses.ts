import { Hold } from './accounts.ts';
import { attach, createBackground, findBackground } from './background.ts';
import { on } from './faults.ts';
import { Form } from './form.ts';
import { HttpError, ok, type Reply, refuse } from './http.ts';
import type { Call, Operation } from './operation.ts';
import { responsesFormat } from './responses-format.ts';
import { countTokensOf, tokenCharge } from './text-billing.ts';
import { runText, type TextRequest } from './text-call.ts';
import { idsOf, RESPONSES_PROVIDER, textModel } from './text-catalog.ts';

const UPSTREAM = 'responses';
const DEFAULT_MAX_OUTPUT = 4096;

/** The responses operations. */
export const responsesOperations: Operation[] = [
  {
    methods: ['POST'],
    path: '/v1/responses',
    summary: 'Create a response',
    upstream: UPSTREAM,
    handle: (call) => create(call),
  },
  {
    methods: ['GET'],
    path: '/v1/responses/{id}',
    summary: 'Poll a background response; `?stream=true` attaches to it',
    handle: poll,
  },
  { methods: ['POST'], path: '/v1/responses/{id}/cancel', summary: 'Cancel a background response', handle: cancel },
];

function create(call: Call): Promise<Reply> {
  const form = new Form(call.json());
  const id = form.must('model');
  const input = form.get('input');
  if (form.need('input') && typeof input !== 'string') {
    if (Array.isArray(input)) {
      const items = form.forms('input') ?? [];
      if (on('responses-item-role')) for (const item of items) item.must('role');
    } else form.add('input', 'input must be a string or an array of input items');
  }
  form.text('instructions');
  const fewest = on('responses-min-sixteen') ? 16 : 1;
  const maxTokens = form.integer('max_output_tokens', { min: fewest }) ?? DEFAULT_MAX_OUTPUT;
  const stream = form.flag('stream') ?? false;
  form.forms('tools');
  form.object('reasoning');
  form.texts('include');
  form.object('text');
  form.number('temperature', { min: 0, max: 2 });
  form.number('top_p', { min: 0, max: 1 });
  const background = form.flag('background') ?? false;
  form.done();
  const ids = idsOf(RESPONSES_PROVIDER);
  const whole = id.includes('/') || (on('responses-bare-letter-id') && /^[a-z]/.test(id));
  const full = whole ? id : `${RESPONSES_PROVIDER}/${id}`;
  const model = textModel(full);
  if (model === undefined || !ids.includes(full))
    throw refuse('model', `unknown model ${JSON.stringify(id)} for responses`, ids);
  const request: TextRequest = {
    model,
    upstream: UPSTREAM,
    prompt: typeof input === 'string' ? input : JSON.stringify(input),
    inputTokens:
      countTokensOf(input) + countTokensOf(form.get('instructions') ?? '') + countTokensOf(form.get('tools') ?? ''),
    maxTokens: Math.min(maxTokens, model.maxOutput),
    stream,
  };
  if (!background) return runText(call, request, responsesFormat(model));
  const hold = new Hold(
    call.account,
    call.endpoint,
    model.id,
    tokenCharge(model, request.inputTokens, request.maxTokens, undefined),
  );
  return createBackground(hold, request);
}

function own(call: Call) {
  const found = findBackground(call.param('id'));
  if (found === undefined || found.hold.account !== call.account) throw new HttpError(404, 'Response not found');
  return found;
}

function poll(call: Call): Reply {
  const found = own(call);
  return call.query.get('stream') === 'true' ? { status: 200, stream: attach(found) } : ok(found.view());
}

function cancel(call: Call): Reply {
  const found = own(call);
  found.end('cancelled');
  return ok(found.view());
}
