import type { EntryPlaces } from '../model/places.ts';
import type { Reading } from '../read.ts';
import type { Place } from './change.ts';
import type { Release, Side } from './side.ts';
import { asWritten, withWebhooks } from './webhooks.ts';

/** The side that a specification is; `undefined` where it has errors. */
export function sideOf(name: string, { model, places }: Reading): Side | undefined {
  if (!model || !places) return undefined;
  return side(name, model, (entry) => places.get(entry)?.());
}

/** A side whose places are those of its entries. */
export function side(name: string, release: Release, entry: (id: string) => EntryPlaces | undefined): Side {
  const known = new Map<string, EntryPlaces | undefined>();
  return {
    name,
    release: withWebhooks(release),
    place(entryId, path = []) {
      const [id, steps] = asWritten(entryId, path);
      if (!known.has(id)) known.set(id, entry(id));
      const found = known.get(id);
      return found && nearest(found, steps);
    },
  };
}

function nearest({ file, line, lines }: EntryPlaces, path: readonly string[]): Place {
  for (let length = path.length; length > 0; length--) {
    const found = lines[path.slice(0, length).join('/')];
    if (found !== undefined) return { file, line: found };
  }
  return { file, line };
}
