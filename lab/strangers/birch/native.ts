import { Fields } from './check.ts';
import { on } from './faults.ts';
import { paid } from './flow.ts';
import { HttpError } from './http.ts';
import { usd } from './money.ts';
import type { Route } from './router.ts';
import { state } from './state.ts';
import { type TextModel, textModels } from './text-models.ts';
import { answerWords, promptTokensOf, tokenQuote, unknownTextModel } from './tokens.ts';

interface NativeInput {
  model: TextModel;
  promptTokens: number;
  maxTokens: number;
}

/** The native passthrough for allowlisted enterprise payers. */
export const nativeRoutes: Route[] = [
  paid<NativeInput>({
    path: '/api/v1beta/models/{model...}',
    suffix: ':generateContent',
    summary: 'Native content generation, for allowlisted enterprise payers',
    price: { mode: 'dynamic', min: usd('0.001'), max: usd('50') },
    check: (req) => {
      const fields = Fields.of(req);
      const config = fields.object('generationConfig');
      const maxTokens = config
        ? new Fields(config, 'generationConfig.', fields.problems).integer('maxOutputTokens', { min: 1 })
        : undefined;
      fields.done();
      const id = req.params.model ?? '';
      const model = textModels.find((item) => item.id === id || item.name === id);
      if (!model) throw unknownTextModel();
      return { model, promptTokens: promptTokensOf(fields.get('contents')), maxTokens: maxTokens ?? 1024 };
    },
    quote: ({ model, promptTokens, maxTokens }) => tokenQuote(model, promptTokens, maxTokens),
    permit: (_input, payer) => {
      const known = on('allow-any') ? state.allowlist.size > 0 : state.allowlist.has(payer);
      if (!known) throw new HttpError(403, { error: 'Payer not allowlisted', payer });
    },
    run: ({ model, promptTokens, maxTokens }) => {
      const words = answerWords('your contents', maxTokens);
      return {
        body: () => ({
          candidates: [
            { content: { role: 'model', parts: [{ text: words.join(' ') }] }, finishReason: 'STOP', index: 0 },
          ],
          usageMetadata: {
            promptTokenCount: promptTokens,
            candidatesTokenCount: words.length,
            totalTokenCount: promptTokens + words.length,
          },
          modelVersion: model.name,
        }),
      };
    },
  }),
];
