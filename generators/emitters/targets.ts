import { dump } from 'js-yaml';
import { once } from '../common/once.ts';
import type { HostView } from '../model/types.ts';
import { sourcesOf } from '../output/sources.ts';
import { render } from '../output/templating.ts';
import type { Emitter } from './emitter.ts';

/** Emits each host's target file: how the suite reaches the gateway that this repository serves. */
export const targets: Emitter = {
  name: 'targets',
  emit: (model) =>
    model.hosts.map((view) => {
      const { id, title, auth } = view.host;
      return {
        path: `targets/${id}.yaml`,
        text: render('target.yaml', {
          id,
          title: title.replace(/\s+/g, ' '),
          sources: sourcesOf(model, [`host/${id}`]).join(', '),
          wallets: auth === 'x402',
          key: auth === 'bearer',
          segments: pairs(segments(view)),
          models: models(view.catalogs),
        }),
        host: id,
      };
    }),
};

function segments({ operations }: HostView): Map<string, string> {
  return new Map(operations.flatMap((operation) => Object.entries(operation.segments)).sort());
}

/** The documents' labels and the ids under which our own catalogs list them. */
const models = once((catalogs: HostView['catalogs']) => {
  const entries = Object.values(catalogs).flatMap(({ key, entries }) =>
    entries.map(({ label, values }) => [label, values[key]] as const),
  );
  return pairs(new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')));
});

function pairs(map: ReadonlyMap<string, string>): { line: string }[] {
  // In flow style a text with line breaks stands on one line, in quotes.
  const options = { flowLevel: 0, lineWidth: -1 } as const;
  return [...map].map(([key, value]) => ({
    line: dump({ [key]: value }, options)
      .trim()
      .slice(1, -1),
  }));
}
