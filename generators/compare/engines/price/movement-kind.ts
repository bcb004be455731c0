import { type AnyKind, defineKind, type Kind } from '../../kind.ts';
import { amountParts, type Movement, moved, reported } from './shifts.ts';

/** The texts of a kind of change of a price's amounts, without the way it is found. */
type Frame = Pick<Kind<'price'>, 'title' | 'levels' | 'reason' | 'advice' | 'example'>;

/** A kind of change of the amounts of a price: it moved in one way. */
export function movementKind(id: Movement, frame: Frame): AnyKind {
  return defineKind({
    ...frame,
    id,
    scope: 'price',
    when: 'changed',
    parts: amountParts,
    *find(before, after, context) {
      yield* reported(id, moved(before, after, context), amountParts);
    },
  });
}
