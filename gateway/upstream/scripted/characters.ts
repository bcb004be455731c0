import type { Directed } from '@tollwright/runtime/upstream/direct';
import type { CharacterUpstream } from '../character-port.ts';
import { withheld } from '../withheld.ts';

/** The providers of character assets with scripted outcomes. */
export function scriptedCharacters(inner: CharacterUpstream, directed: Directed): CharacterUpstream {
  return {
    async openLivenessCheck(group, context) {
      await directed(context);
      return inner.openLivenessCheck(group, context);
    },
    async enrollCharacter(request, context) {
      const direction = await directed(context);
      const { id, image } = await inner.enrollCharacter(request, context);
      return { id, image: direction?.outcome === 'mirror_fail' ? { ...image, bytes: withheld } : image };
    },
  };
}
