import { describe, expect, test } from 'vitest';
import { unproven } from '../../cli/diff/testing/unproven.ts';
import { verified } from '../../cli/diff/verify.ts';
import type { Change } from '../fixtures/tiny.ts';
import type { JsonSchema } from '../model/types.ts';
import { compare } from './compare.ts';
import { counting } from './kinds/examples.ts';
import { readOpenApi } from './openapi/read.ts';
import { both, edited } from './testing/edited.ts';

type Edits = Readonly<Record<string, Change>>;

const counter = `title: Paid from a balance
group: balance
from: notes-004
auth: bearer
prefix: { path: /v2, from: notes-003 }
`;

function kindsFound(given: Edits, edit: Edits): string[] {
  const { changes } = compare(edited(given), edited(edit));
  return changes.map(({ kind, subject }) => `${kind} ${subject}`).sort();
}

describe('what has another id', () => {
  test('is a host that is renamed, where it is paid alike and serves at least half of the same', () => {
    const desk = { 'hosts/counter.yaml': undefined, 'hosts/desk.yaml': `host: desk\n${counter}` };
    expect(kindsFound({}, desk)).toEqual(['host-renamed host/desk']);
    const moved = { ...desk, 'hosts/desk.yaml': `host: desk\n${counter.replace('/v2', '/v3')}` };
    expect(kindsFound({}, moved)).toEqual(['host-renamed host/desk', 'prefix-changed host/desk']);
  });

  test('is another host where payments differ', () => {
    const free = {
      'hosts/counter.yaml': undefined,
      'hosts/desk.yaml': `host: desk\n${counter.replace('bearer', 'none')}`,
    };
    expect(kindsFound({}, free)).toEqual(expect.arrayContaining(['host-added host/desk', 'host-removed host/counter']));
  });

  test('is an operation that is renamed and moved, where it takes and answers the same and no other does', () => {
    const text = counting['operations/text/count-languages.yaml'];
    const tallying = {
      'operations/text/tally.yaml': text
        .replace('count-languages', 'tally')
        .replace('languages/count', 'languages/tally'),
    };
    const moved = ['operation-moved operation/count-languages', 'operation-renamed operation/count-languages'];
    expect(kindsFound(counting, tallying)).toEqual(moved);
    const twice = {
      ...tallying,
      'operations/text/sum.yaml': text.replace('count-languages', 'sum').replace('languages/count', 'languages/sum'),
    };
    expect(kindsFound(counting, twice)).toEqual([
      'operation-added operation/sum',
      'operation-added operation/tally',
      'operation-removed operation/count-languages',
    ]);
  });
});

describe('a field of requests with another name', () => {
  const seconds = 'request.seconds';
  const renamed: Edits = {
    'schemas/audio.yaml': [
      ['required: [audio_url, seconds]', 'required: [audio_url, length]'],
      ['      seconds:', '      length:'],
    ],
    'prices/transcription.yaml': [
      [seconds, 'request.length'],
      ['seconds: 61', 'length: 61'],
    ],
    'operations/audio/transcribe.yaml': ['seconds: 95', 'length: 95'],
  };

  test('hides nothing else that changes, whose witnesses hold through the names', () => {
    const text = ['handling\nbreakdown', 'handling + 0.5\nbreakdown'] as const;
    const dearer = { 'prices/transcription.yaml': [text, ['usd: "0.015"', 'usd: "0.515"']] } as const;
    const sides = [edited({}), edited(both(renamed, dearer))] as const;
    const { changes } = compare(...sides);
    expect(changes.map(({ kind }) => kind).sort()).toEqual(['price-fee-raised', 'request-field-renamed']);
    expect(unproven(changes, ...sides)).toEqual([]);
    expect(changes.map((change) => verified(change, ...sides))).toEqual(changes);
  });

  test('is another field where the price reads it differently, or where others came and went beside it', () => {
    const unread = both(renamed, { 'prices/transcription.yaml': ['ceil(request.length / 60)', "'2'"] });
    const twice = both(renamed, {
      'schemas/audio.yaml': [
        ['[audio_url,', '[address,'],
        ['      audio_url:', '      address:'],
      ],
      'prices/transcription.yaml': ['audio_url:', 'address:'],
      'operations/audio/transcribe.yaml': ['audio_url:', 'address:'],
    });
    for (const edit of [unread, twice])
      expect(kindsFound({}, edit)).toEqual(
        expect.arrayContaining([
          'request-field-removed request-field/transcribe.body.seconds',
          'request-required-field-added request-field/transcribe.body.length',
        ]),
      );
  });

  test('is known in a description by what it says of itself, which a type alone does not', () => {
    const described = (name: string, schema: JsonSchema) => {
      const body = { type: 'object', properties: { [name]: schema } };
      const post = { requestBody: { content: { 'application/json': { schema: body } } }, responses: {} };
      return readOpenApi('described', { openapi: '3.1.0', paths: { '/things': { post } } }, () => 1);
    };
    const found = (schema: JsonSchema) => {
      const { changes } = compare(described('limit', schema), described('most', schema));
      return changes.map(({ kind }) => kind).sort();
    };
    expect(found({ type: 'integer', maximum: 50 })).toEqual(['request-field-renamed']);
    expect(found({ type: 'integer' })).toEqual(['request-field-added', 'request-field-removed']);
  });
});
