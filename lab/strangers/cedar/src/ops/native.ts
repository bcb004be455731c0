import { z } from 'zod';
import { checkBody } from '../body.ts';
import type { TextModel } from '../catalog/text.ts';
import { textModel, textQuote } from '../catalog/text.ts';
import { ApiError, badField } from '../errors.ts';
import { on } from '../fault.ts';
import { op } from '../op.ts';
import { decoded } from '../paths.ts';
import { world } from '../world.ts';
import { answer, noUse, tokensIn } from './text.ts';

/** Native passthrough: its own `contents` body, and only for wallets on the enterprise allowlist. */
const schema = z.looseObject({
  contents: z.array(z.looseObject({})).min(1),
  generationConfig: z.looseObject({ maxOutputTokens: z.number().int().min(1).optional() }).optional(),
});
interface Native {
  model: TextModel;
  prompt: number;
  max: number;
  seed: string;
}
export const NATIVE_PREFIX = '/api/v1beta/models/';
const SUFFIX = ':generateContent';

export const native = op<Native>({
  method: 'POST',
  template: 'beta/models/{model}:generateContent',
  hosts: 'base',
  upstream: true,
  describe: 'Native passthrough for allowlisted enterprise payers',
  parse: async (c) => {
    const path = decoded(c.req.path);
    if (!path.endsWith(SUFFIX)) throw new ApiError(404, { error: 'Not found' });
    const model = textModel(path.slice(NATIVE_PREFIX.length, -SUFFIX.length));
    const body = await checkBody(c, schema);
    if (body.contents.length === 0) throw badField('contents', 'must not be empty');
    return {
      model,
      prompt: tokensIn(body.contents),
      max: body.generationConfig?.maxOutputTokens ?? 2048,
      seed: JSON.stringify(body.contents),
    };
  },
  quote: (x) => textQuote(x.model, x.prompt, x.max),
  authorize: (_x, who) => {
    if (!world.allowed.has(who.id) && !on('native-for-everyone'))
      throw new ApiError(403, {
        error: 'Forbidden',
        message: 'This operation is open to allowlisted enterprise wallets only.',
      });
  },
  run: (x, call) => {
    noUse(call, false);
    const a = answer(x.seed, x.max);
    return {
      body: {
        candidates: [
          {
            index: 0,
            content: { role: 'model', parts: [{ text: a.text }] },
            finishReason: a.truncated ? 'MAX_TOKENS' : 'STOP',
          },
        ],
        usageMetadata: {
          promptTokenCount: x.prompt,
          candidatesTokenCount: a.output,
          totalTokenCount: x.prompt + a.output,
        },
        modelVersion: x.model.id,
      },
    };
  },
});
