import type { Field } from '../entities.ts';
import type { Thing } from '../things.ts';
import { isBranchStep } from './branches.ts';

/** Steps that stand for values of which an object or list need say nothing: then they are any. */
const open = { '*': 'additionalProperties', items: 'items' } as const;

/**
 * Fields of one side with those that it leaves open and the other side describes, so that the two are compared: values of any
 * kind, and fields within branches that have a default on the other side alone.
 */
export function withOpenSteps(own: readonly Thing[], others: readonly Thing[]): Thing[] {
  const known = new Map(own.map((thing) => [`${thing.scope} ${thing.id}`, thing]));
  const missing = others.flatMap((other): Thing[] => {
    const field = fieldOf(other);
    const step = field?.path.at(-1);
    if (!field || known.has(`${other.scope} ${other.id}`)) return [];
    if (isBranchDefault(field)) {
      const value: Field = { ...field, own: {}, schema: {} };
      return [{ ...other, value, parts: { required: false }, rules: () => [] }];
    }
    if (step !== '*' && step !== 'items') return [];
    const parent = known.get(`${other.scope} ${other.id.slice(0, -step.length - 1)}`);
    const around = parent && fieldOf(parent);
    if (!parent || !around || around.own[open[step]] === false || !isOfType(around, step)) return [];
    const value: Field = { ...around, path: field.path, required: false, own: {}, schema: {} };
    return [{ ...parent, id: other.id, value, parts: { required: false }, rules: () => [] }];
  });
  return [...own, ...missing];
}

function fieldOf({ scope, value }: Thing): Field | undefined {
  // Things of these scopes are fields.
  return scope === 'request-field' || scope === 'response-field' ? (value as Field) : undefined;
}

/** True for a field within a branch of which nothing but its default is compared. */
function isBranchDefault({ path, own }: Field): boolean {
  return path.some(isBranchStep) && Object.keys(own).join() === 'default';
}

function isOfType({ own }: Field, step: keyof typeof open): boolean {
  return [own.type].flat().includes(step === '*' ? 'object' : 'array');
}
