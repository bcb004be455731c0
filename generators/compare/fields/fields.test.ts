import { expect, test } from 'vitest';
import { compare } from '../compare.ts';
import { both, edited } from '../testing/edited.ts';

test('the rules of what stands in alternatives come and go with the value that has them', () => {
  const file = 'schemas/audio.yaml';
  const charged = '      charged: { type: boolean, from: notes-024 }\n';
  const condition = '    if: { properties: { state: { const: finished } }, required: [state] }\n';
  const stated =
    '    then: { properties: { length: { type: integer, minimum: 1, from: notes-023 } }, required: [length] }\n';
  const given = { [file]: [charged, `${charged}${condition}${stated}`] } as const;
  const { changes } = compare(edited(given), edited(both(given, { [file]: [`${condition}${stated}`, ''] })));
  expect(changes.map(({ kind, subject, levels }) => `${levels.callers} ${levels.suite} ${kind} ${subject}`)).toEqual([
    'breaking breaking response-shape-widened response-field/get-transcription.200.body',
    'breaking breaking response-shape-widened response-field/transcribe.202.body',
  ]);
});
