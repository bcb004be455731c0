import { defineKind } from '../../kind.ts';
import { meansSame } from '../../meaning.ts';
import { listed } from '../../words.ts';

export const pricePartsRenamed = defineKind({
  id: 'price-parts-renamed',
  scope: 'price',
  when: 'changed',
  title: 'The parts of a price have other names',
  parts: ['breakdown'],
  levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
  reason: 'A caller that reads a part of the price by its name may not find it',
  advice: 'Read the new names',
  *find(before, after) {
    const [was, is] = [before, after].map(({ breakdown }) => Object.keys(breakdown));
    if (meansSame(was, is)) return;
    yield { sentence: `\`${after.id}\` consists of ${listed(is ?? [])} instead of ${listed(was ?? [])}` };
  },
  example: {
    edit: { 'prices/transcription.yaml': ['  handling: handling', '  fee: handling'] },
    back: ['price-parts-renamed'],
  },
});
