import { describe, expect, test } from 'vitest';
import { streamReport } from './charge.ts';

const events = (...all: readonly unknown[]) => ({ events: all.map((json) => ({ data: JSON.stringify(json), json })) });

describe('streamReport', () => {
  test.each([
    [
      'the last chunk of a chat',
      [{ choices: [{}] }, { choices: [], usage: { prompt_tokens: 3, completion_tokens: 5 }, service_tier: 'flex' }],
      { usage: { prompt_tokens: 3, completion_tokens: 5 }, service_tier: 'flex' },
    ],
    [
      'the start and the end of a message',
      [
        { type: 'message_start', message: { usage: { input_tokens: 3, output_tokens: 1 } } },
        { type: 'message_delta', usage: { output_tokens: 5 } },
      ],
      { usage: { input_tokens: 3, output_tokens: 5 } },
    ],
    [
      'the completed response',
      [
        { type: 'response.created', response: { usage: null } },
        { type: 'response.completed', response: { usage: { input_tokens: 3, output_tokens: 5 } } },
      ],
      { usage: { input_tokens: 3, output_tokens: 5 } },
    ],
  ])('finds the usage in %s', (_, all, report) => {
    expect(streamReport(events(...all))).toEqual(report);
  });

  test('knows none of a stream that reports no usage', () => {
    expect(streamReport(events({ choices: [{}], service_tier: 'default' }))).toBeUndefined();
  });
});
