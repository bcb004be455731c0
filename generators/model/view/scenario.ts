import { formula } from '../../cel/formulas.ts';
import type { ScenarioSource, StepSource } from '../../language/scenarios.ts';
import { provenanceOf } from '../provenance.ts';
import type { Located } from '../spec.ts';
import type { Formula, Json, Scenario, Step } from '../types.ts';
import { viewCondition } from './operation.ts';

/** A scenario with its expressions read. */
export function viewScenario({ id, value: source }: Located<ScenarioSource>): Scenario {
  return {
    id,
    title: source.title,
    ...provenanceOf(source),
    steps: source.steps.map(viewStep),
    expects: source.expects.map((expected) => {
      // An expectation without statements of its own has those of its scenario.
      const inherited = { ...expected, from: expected.from ?? source.from, status: expected.status ?? source.status };
      return viewCondition(`${id}.${expected.rule}`, inherited);
    }),
  };
}

function viewStep(source: StepSource): Step {
  const { with: overrides, url, event, ...rest } = source;
  // What is left are plain values under the names that the model gives them; absent keys stay absent.
  const step = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Omit<
    Step,
    'with' | 'url' | 'event'
  >;
  return {
    ...step,
    ...(overrides && { with: withFormulas(overrides) as Record<string, Json | Formula> }),
    ...(url && { url: formula(url) }),
    ...(event && {
      event: {
        machine: event.machine,
        id: formula(event.id),
        event: event.event,
        ...(event.detail !== undefined && { detail: event.detail as Json }),
      },
    }),
  };
}

/** Replaces every `{cel: text}` in a value by its formula, so that no reader has to parse CEL. */
function withFormulas(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFormulas);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length === 1 && first?.[0] === 'cel' && typeof first[1] === 'string') {
    return formula(first[1]);
  }
  return Object.fromEntries(entries.map(([key, each]) => [key, withFormulas(each)]));
}
