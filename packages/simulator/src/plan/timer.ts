import { type KubeObject, refOf } from '@sitrep/status'
import { actions, type Plan } from './action.ts'
import { chance } from './chance.ts'
import type { PlanInput } from './input.ts'

/**
 * Whether a step that takes a while is over. When it will be is written on the object itself, so that a simulator that is
 * started again goes on where another one stopped, and so that anybody can see or change it.
 */
export function timer(
  object: KubeObject,
  step: { readonly name: string; readonly takesMs: number },
  input: Pick<PlanInput, 'now' | 'seed' | 'timings'>,
): 'over' | Plan {
  if (step.takesMs <= 0) return 'over'
  const annotation = `simulator.sitrep.dev/${step.name}-at`
  const written = Date.parse(object.metadata.annotations?.[annotation] ?? '')
  if (!Number.isNaN(written)) return written <= input.now ? 'over' : { actions: [], wakeAt: written }
  const spread = input.timings.variation * (2 * chance(input.seed, object.metadata.name, step.name) - 1)
  const wakeAt = Math.round(input.now + step.takesMs * (1 + spread))
  const body = { metadata: { annotations: { [annotation]: new Date(wakeAt).toISOString() } } }
  return { ...actions({ act: 'patch', ref: refOf(object), body }), wakeAt }
}
