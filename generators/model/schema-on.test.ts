import { expect, test } from 'vitest';
import { readTiny } from '../fixtures/tiny.ts';

const on = 'on: { counter: { enum: [formal, curt], from: { enum: notes-017 }, status: { enum: assumed } } }';
const { model } = readTiny({ 'schemas/language.yaml': ['default: plain', `default: formal, ${on}`] });
const id = 'translate.tone.enum';

/** The field as a host has it, and the rule of its values. */
function seenOn(host: string) {
  const view = model?.hosts.find((each) => each.host.id === host);
  const rule = view?.rules.find((each) => each.id === id);
  return { field: view?.schemas.TranslationRequest?.properties, rule };
}

test('keywords under `on` replace those of the schema on the hosts they name', () => {
  expect(seenOn('quay')).toMatchObject({
    field: { tone: { enum: ['plain', 'formal'], default: 'formal' } },
    rule: { tier: 'must', summary: '`tone` is one of plain, formal' },
  });
  expect(seenOn('counter')).toMatchObject({
    field: { tone: { enum: ['formal', 'curt'], default: 'formal' } },
    rule: { tier: 'info', from: expect.arrayContaining(['notes-017']), summary: '`tone` is one of formal, curt' },
  });
});

test('a rule that hosts have in several forms stands in the whole contract as the strictest of them', () => {
  const whole = model?.rules.find((each) => each.id === id);
  expect(whole).toMatchObject({ tier: 'must', summary: '`tone` is one of plain, formal' });
});
