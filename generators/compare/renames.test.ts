import { describe, expect, test } from 'vitest';
import type { Change } from '../fixtures/tiny.ts';
import { compare } from './compare.ts';
import { counting } from './examples.ts';
import { edited } from './testing/edited.ts';

type Edits = Readonly<Record<string, Change>>;

const counter = `title: Paid from a balance
group: balance
from: notes-004
auth: bearer
prefix: { path: /v2, from: notes-003 }
`;

async function kindsFound(given: Edits, edit: Edits): Promise<string[]> {
  const { changes } = await compare(edited(given), edited(edit));
  return changes.map(({ kind, subject }) => `${kind} ${subject}`).sort();
}

describe('what has another id', () => {
  test('is a host that is renamed, where it is paid alike and serves at least half of the same', async () => {
    const desk = { 'hosts/counter.yaml': undefined, 'hosts/desk.yaml': `host: desk\n${counter}` };
    expect(await kindsFound({}, desk)).toEqual(['host-renamed host/desk']);
    const moved = { ...desk, 'hosts/desk.yaml': `host: desk\n${counter.replace('/v2', '/v3')}` };
    expect(await kindsFound({}, moved)).toEqual(['host-renamed host/desk', 'prefix-changed host/desk']);
  });

  test('is another host, where it is paid otherwise', async () => {
    const free = {
      'hosts/counter.yaml': undefined,
      'hosts/desk.yaml': `host: desk\n${counter.replace('bearer', 'none')}`,
    };
    expect(await kindsFound({}, free)).toEqual(
      expect.arrayContaining(['host-added host/desk', 'host-removed host/counter']),
    );
  });

  test('is an operation that is renamed and moved, where it takes and answers the same and no other does', async () => {
    const text = counting['operations/text/count-languages.yaml'];
    const tallying = {
      'operations/text/tally.yaml': text
        .replace('count-languages', 'tally')
        .replace('languages/count', 'languages/tally'),
    };
    const moved = ['operation-moved operation/count-languages', 'operation-renamed operation/count-languages'];
    expect(await kindsFound(counting, tallying)).toEqual(moved);
    const twice = {
      ...tallying,
      'operations/text/sum.yaml': text.replace('count-languages', 'sum').replace('languages/count', 'languages/sum'),
    };
    expect(await kindsFound(counting, twice)).toEqual([
      'operation-added operation/sum',
      'operation-added operation/tally',
      'operation-removed operation/count-languages',
    ]);
  });
});
