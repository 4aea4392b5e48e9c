import type { Counts, FollowedFacts, Following, PhaseRule, Trouble } from '../family/following.ts'

export const phaseStates = ['waiting', 'working', 'done', 'skipped'] as const
export type PhaseState = (typeof phaseStates)[number]

/** One step on the way of an object as it stands. */
export interface Phase {
  readonly name: string
  readonly title: string
  readonly state: PhaseState
  readonly counts?: Counts
  /** What it waits for or has come to, in words from the objects: not safe to show as it is. */
  readonly note?: string
}

/** How far an object has come. */
export interface Progress {
  readonly phases: readonly Phase[]
  readonly troubles: readonly Trouble[]
  readonly ready: boolean
}

/** Tells how far an object has come, from all that was found. */
export function progressOf(
  { phases: rules, troubles }: Pick<Following, 'phases' | 'troubles'>,
  facts: FollowedFacts,
): Progress {
  const phases = phasesOf(rules, facts)
  return {
    phases,
    troubles: troubles(facts),
    ready: phases.every(({ state }) => state === 'done' || state === 'skipped'),
  }
}

/** The phases of an object as they stand. What comes after a step that is not over waits, unless it has begun by itself. */
export function phasesOf<Facts>(rules: readonly PhaseRule<Facts>[], facts: Facts): readonly Phase[] {
  let reached = true
  return rules.map(({ name, title, done, skipped, counts, note }) => {
    const why = skipped?.(facts)
    if (why !== undefined) return { name, title, state: 'skipped', note: why }
    const counted = counts?.(facts)
    const over = done(facts)
    const begun = reached || (counted !== undefined && counted.replicas > 0)
    if (!over) reached = false
    const words = note?.(facts)
    return {
      name,
      title,
      state: over ? 'done' : begun ? 'working' : 'waiting',
      ...(counted !== undefined && { counts: counted }),
      ...(words !== undefined && { note: words }),
    }
  })
}

/** Rules that ask for facts of their own, as rules about whatever was found. */
export function phaseRules<Facts>(
  factsOf: (followed: FollowedFacts) => Facts,
  rules: readonly PhaseRule<Facts>[],
): readonly PhaseRule[] {
  return rules.map(({ name, title, done, skipped, counts, note }) => ({
    name,
    title,
    done: (followed) => done(factsOf(followed)),
    ...(skipped && { skipped: (followed) => skipped(factsOf(followed)) }),
    ...(counts && { counts: (followed) => counts(factsOf(followed)) }),
    ...(note && { note: (followed) => note(factsOf(followed)) }),
  }))
}

/** The kubeconfig on its way to the disk, the same for every kind that has one. */
export const kubeconfigPhase: PhaseRule<Pick<FollowedFacts, 'kubeconfig'>> = {
  name: 'kubeconfig',
  title: 'Kubeconfig',
  done: ({ kubeconfig }) => kubeconfig.is === 'written',
  skipped: ({ kubeconfig }) => (kubeconfig.is === 'unreadable' ? kubeconfig.why : undefined),
  note: ({ kubeconfig }) => (kubeconfig.is === 'written' ? kubeconfig.path : undefined),
}
