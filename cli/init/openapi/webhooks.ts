/** Webhooks of a description, which stay with the API: the specification only describes them. */

import type { Part } from '#generators/compare/openapi/part.ts';
import type { Json } from '#generators/model/types.ts';
import { isJson } from './answers.ts';
import type { Importer } from './importer.ts';
import { kebabCase, Names } from './names.ts';
import { oneLine } from './statements.ts';

/** The files of webhooks by their paths; those that are no JSON sent by POST are noted. */
export function webhookFiles(root: Part, importer: Importer): ReadonlyMap<string, Json> {
  const names = new Names();
  const found = root
    .get('webhooks')
    .members()
    .flatMap(([name, item]): [string, Json][] => {
      const source = item.get('post');
      const [, media] =
        source
          .get('requestBody')
          .get('content')
          .members()
          .find(([type]) => isJson(type)) ?? [];
      if (!media) {
        importer.leftovers.add(
          item.at,
          `The webhook \`${name}\` is not described`,
          'Webhooks are JSON that is sent by POST; your API sends its own ones itself.',
        );
        return [];
      }
      const id = names.give(kebabCase(name) || 'webhook');
      return [[`webhooks/${id}.yaml`, { webhook: id, ...contentOf(name, item, media, importer) }]];
    });
  return new Map(found);
}

function contentOf(name: string, item: Part, media: Part, { schemas, statements }: Importer): Record<string, Json> {
  const texts = [item.get('post'), item].flatMap((part) => [part.text('summary'), part.text('description')]);
  const [summary = name, when] = texts.flatMap((text) => oneLine(text ?? '') || []);
  const schema = media.raw('schema').isThere ? schemas.use(media.raw('schema')) : {};
  return {
    summary,
    from: statements.add('Webhooks', 'webhook', 'none', `${name}: ${summary}`),
    ...(when !== undefined && when !== summary && { when }),
    body: typeof schema.$ref === 'string' ? schema.$ref : schema,
  };
}
