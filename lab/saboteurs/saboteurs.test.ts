import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { readSpec } from '#generators/read.ts';
import { coverageOf } from './coverage.ts';
import { readSaboteurs } from './read.ts';
import { readResults } from './results.ts';
import { changeNames, Saboteur } from './saboteur.ts';
import { examples } from './testing/examples.ts';
import unseen from './unseen.json' with { type: 'json' };

const { model } = await readSpec('spec');

describe('saboteurs', () => {
  test.each([
    ['files', readSaboteurs()],
    ['examples of the README', examples()],
  ])('of %s can be read, and their statements exist', (_, saboteurs) => {
    const unknown = saboteurs.filter(({ statement }) => !model?.statements.has(statement));
    expect(unknown.map(({ id, statement }) => `${id}: ${statement}`)).toEqual([]);
  });

  test('have results only where they exist', () => {
    const known = readSaboteurs().map(({ id }) => id);
    expect(Object.keys(readResults()).filter((id) => !known.includes(id))).toEqual([]);
  });

  test('say why they are not found where the latest run missed them, and only there', () => {
    const results = readResults();
    const left = readSaboteurs().filter(({ withdrawn }) => withdrawn === undefined);
    const missed = left.filter(({ id }) => results[id]?.now === 'missed');
    expect(left.filter(({ unfound }) => unfound !== undefined).map(({ id }) => id)).toEqual(missed.map(({ id }) => id));
  });

  test('break statements that are testable and not open', () => {
    if (!model) throw new Error('The specification has mistakes.');
    const { testable, missing, excused } = coverageOf(model, examples());
    expect(testable.length + excused.length).toBe(model.statements.size);
    expect(testable.length - missing.length).toBe(new Set(examples().map(({ statement }) => statement)).size);
    expect(testable.map(({ kind }) => kind)).not.toContain('unknown');
  });

  test('leave no statement without one, unless a reason is given', () => {
    if (!model) throw new Error('The specification has mistakes.');
    const saboteurs = readSaboteurs();
    const broken = new Set(saboteurs.filter(({ withdrawn }) => !withdrawn).map(({ statement }) => statement));
    expect(coverageOf(model, saboteurs).missing.map(({ id }) => id)).toEqual([]);
    expect(Object.keys(unseen).filter((id) => broken.has(id) || !model.statements.has(id))).toEqual([]);
  });
});

describe('the schema', () => {
  const entry = { statement: 'core-192', breaks: 'Citations are titles, not URIs.', on: 'POST /api/v1/search' };

  test('refuses an entry that changes nothing, and a change of two kinds', () => {
    expect(Saboteur.safeParse(entry).success).toBe(false);
    expect(Saboteur.safeParse({ ...entry, response: [{ at: '/body/a', set: 1, add: 2 }] }).success).toBe(false);
    expect(Saboteur.safeParse({ ...entry, response: [{ at: '/body/a', set: null }] }).success).toBe(true);
  });

  test('has no key and no change that the README does not explain', () => {
    const text = readFileSync('lab/saboteurs/README.md', 'utf8');
    const keys = [...Object.keys(Saboteur.shape), ...changeNames];
    expect(keys.filter((key) => !new RegExp(`\`${key}\\b`).test(text))).toEqual([]);
    expect(load(text.split('```yaml file\n')[1]?.split('```')[0] ?? '')).toMatchObject({ batch: 1 });
  });
});
