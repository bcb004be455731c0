import type { CharacterUpstream } from './character-port.ts';
import type { Directed } from './direct.ts';
import { withheld } from './failure.ts';

/** The providers of character assets under direction. */
export function scriptedCharacters(inner: CharacterUpstream, directed: Directed): CharacterUpstream {
  return {
    async openLivenessCheck(group, occasion) {
      await directed(occasion);
      return inner.openLivenessCheck(group, occasion);
    },
    async enrollCharacter(ask, occasion) {
      const direction = await directed(occasion);
      const { id, image } = await inner.enrollCharacter(ask, occasion);
      return { id, image: direction?.outcome === 'mirror_fail' ? { ...image, bytes: withheld } : image };
    },
  };
}
