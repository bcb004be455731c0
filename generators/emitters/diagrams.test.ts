import { expect, test } from 'vitest';
import { readTiny } from '../fixtures/tiny.ts';
import { diagrams } from './diagrams.ts';

test('every transition of a machine is one arrow of its diagram', async () => {
  const { model } = readTiny();
  if (!model) throw new Error('The specification has mistakes.');
  const [page] = await diagrams.emit(model);
  expect(page?.path).toBe('machines.md');
  expect(page?.text.match(/```mermaid\n[^`]*```/g)).toMatchInlineSnapshot(`
    [
      "\`\`\`mermaid
    stateDiagram-v2
      [*] --> waiting
      waiting --> running: upstream.started
      running --> finished: upstream.finished
      waiting --> broken: upstream.failed / refund
      running --> broken: upstream.failed / refund
      running --> broken: after(1800s) / refund
      finished --> [*]
      broken --> [*]
    \`\`\`",
    ]
  `);
});
