import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEvents } from './events.ts';

const line = fc
  .string()
  .map((text) => text.replace(/[\r\n]/g, ''))
  .filter((text) => !text.startsWith(' '));
const event = fc.record({ event: line, data: fc.array(line, { minLength: 1, maxLength: 3 }) });

describe('readEvents', () => {
  test('reads back what was written, with every line ending of the standard', () => {
    fc.assert(
      fc.property(fc.array(event), fc.constantFrom('\n', '\r\n', '\r'), (events, end) => {
        const text = events
          .map(({ event: name, data }) =>
            [...(name ? [`event: ${name}`] : []), ...data.map((each) => `data: ${each}`), '', ''].join(end),
          )
          .join('');
        const read = readEvents(text).map(({ event: name = '', data }) => ({ event: name, data: data.split('\n') }));
        expect(read).toEqual(events);
      }),
    );
  });

  test('ignores a byte order mark', () => {
    expect(readEvents('\uFEFFdata: 1\n\n')).toEqual([{ data: '1', json: 1 }]);
  });

  test('ignores comments, events without data and an incomplete event', () => {
    expect(readEvents(': hi\n\nevent: x\n\ndata:1\nid: 7\n\ndata: {"a":')).toEqual([{ data: '1', json: 1 }]);
  });
});
