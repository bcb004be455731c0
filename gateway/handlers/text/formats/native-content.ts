import type { ChatPiece } from '../../../upstream/port.ts';
import { nativeName, textOfPieces, usageRow, type WholeFormat } from './format.ts';

/** Finish reasons of the format. */
const finishReasons = { stop: 'STOP', length: 'MAX_TOKENS', tools: 'STOP' } as const;

/** One response in the generateContent format, as its provider sends it. */
export class NativeContent implements WholeFormat<object> {
  readonly #model: string;
  #usage = { promptTokens: 0, completionTokens: 0 };

  constructor(model: string) {
    this.#model = model;
  }

  whole(pieces: readonly ChatPiece[]) {
    const end = pieces.find((piece) => piece.type === 'end');
    this.#usage = end?.usage ?? this.#usage;
    const { promptTokens, completionTokens } = this.#usage;
    const content = { role: 'model', parts: [{ text: textOfPieces(pieces) }] };
    return {
      candidates: [{ content, finishReason: finishReasons[end?.finishReason ?? 'stop'], index: 0 }],
      usageMetadata: {
        promptTokenCount: promptTokens,
        candidatesTokenCount: completionTokens,
        totalTokenCount: promptTokens + completionTokens,
      },
      modelVersion: nativeName(this.#model),
    };
  }

  metered() {
    return { response: this.#usage, usage: usageRow(this.#model, this.#usage) };
  }
}
