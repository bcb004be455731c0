import { z } from 'zod';
import type { Path } from '../reader/node.ts';
import { type Kind, kinds } from './kinds.ts';

type Shape = z.core.$ZodType;

/** The keys that a mapping at a path of a kind of file may have, for suggestions. */
export function keysAt(kind: Kind, path: Path): string[] {
  let shapes: Shape[] = unfold(kinds[kind].shape);
  for (const step of path) shapes = shapes.flatMap((shape) => into(shape, step)).flatMap(unfold);
  return [...new Set(shapes.flatMap((shape) => (shape instanceof z.ZodObject ? Object.keys(shape.shape) : [])))];
}

function into(shape: Shape, step: PropertyKey): Shape[] {
  if (shape instanceof z.ZodObject) {
    const inner: unknown = shape.shape[String(step)];
    return inner instanceof z.core.$ZodType ? [inner] : [];
  }
  if (shape instanceof z.ZodRecord) return [shape.valueType];
  if (shape instanceof z.ZodArray) return [shape.element];
  return [];
}

/** Unwraps optional and lazy shapes and the branches of a union. */
function unfold(shape: Shape): Shape[] {
  if (shape instanceof z.ZodOptional) return unfold(shape.unwrap());
  if (shape instanceof z.ZodLazy) return unfold(shape.unwrap());
  if (shape instanceof z.ZodUnion) return shape.options.flatMap(unfold);
  return [shape];
}
