/** State machines, as generated code defines them. */

/** A state; nothing leaves a final one. */
export interface MachineState {
  readonly final?: boolean;
  readonly summary: string;
}

/** One way from some states to another. */
export interface Transition<State extends string, Event extends string, Effect extends string, Facts> {
  /** Rule id. */
  readonly id: string;
  readonly from: readonly State[];
  readonly on: Event;
  /** Seconds in the state after which the event happens by itself. */
  readonly after?: number;
  /** Absent means always. */
  readonly guard?: (facts: Facts) => boolean;
  readonly to: State;
  /** Absent means none. */
  readonly effects?: readonly Effect[];
}

/** States and the transitions between them, as the spec gives them. */
export interface MachineDefinition<State extends string, Event extends string, Effect extends string, Facts> {
  readonly id: string;
  readonly initial: State;
  readonly states: Readonly<Record<State, MachineState>>;
  readonly transitions: readonly Transition<State, Event, Effect, Facts>[];
}

/** The result of an event: the next state, or the reason why nothing changes. */
export type Step<State extends string, Effect extends string> =
  | { readonly ok: true; readonly state: State; readonly effects: readonly Effect[]; readonly transition: string }
  /** `final`: the state has no way out. `unexpected`: no transition for the event. `guarded`: a guard refuses it. */
  | { readonly ok: false; readonly reason: 'final' | 'unexpected' | 'guarded' };

/** A machine that can be stepped. It holds no state itself. */
export interface Machine<
  State extends string,
  Event extends string,
  Effect extends string,
  Facts,
> extends MachineDefinition<State, Event, Effect, Facts> {
  /** Applies an event to a state. */
  step(state: State, event: Event, facts: Facts): Step<State, Effect>;
  /** The event that is due after a number of seconds in a state, if any. */
  due(state: State, seconds: number): Event | undefined;
}

/** Creates a machine from its definition. */
export function defineMachine<State extends string, Event extends string, Effect extends string, Facts>(
  definition: MachineDefinition<State, Event, Effect, Facts>,
): Machine<State, Event, Effect, Facts> {
  const { states, transitions } = definition;
  return {
    ...definition,
    step(state, event, facts) {
      if (states[state].final) return { ok: false, reason: 'final' };
      const expected = transitions.filter(({ from, on }) => on === event && from.includes(state));
      const taken = expected.find(({ guard }) => guard?.(facts) ?? true);
      if (taken) return { ok: true, state: taken.to, effects: taken.effects ?? [], transition: taken.id };
      return { ok: false, reason: expected.length > 0 ? 'guarded' : 'unexpected' };
    },
    due(state, seconds) {
      return transitions.find(({ from, after }) => after !== undefined && after <= seconds && from.includes(state))?.on;
    },
  };
}
