import { at, type KubeObject, refOf, text } from '@sitrep/status'
import { durationOf } from '../../cluster-api/durations.ts'
import { actions, nothing, type Plan } from '../../plan/action.ts'
import type { PlanInput } from '../../plan/input.ts'
import { timer } from '../../plan/timer.ts'

/** On a datacenter or machine config: what is wrong with it, in words. */
const specFault = 'simulator.sitrep.dev/spec'

// Their own controllers look at these, and a cluster waits for their answer. Of each: what it cannot do without.
const needed: Readonly<Record<string, readonly string[]>> = {
  VSphereDatacenterConfig: ['server', 'datacenter', 'network'],
  CloudStackDatacenterConfig: ['availabilityZones'],
  SnowMachineConfig: ['instanceType'],
}

/** Judges a config of a provider, after a while: valid, or what is wrong with it. Configs that nobody judges are valid. */
export function judge(config: KubeObject, input: PlanInput): 'valid' | Plan {
  const fields = needed[config.kind]
  if (fields === undefined) return 'valid'
  const missing = fields.find((field) => isEmpty(at(config.spec, field)))
  const fault =
    config.metadata.annotations?.[specFault] ??
    (missing === undefined ? undefined : `${config.kind} ${missing} is not set or is empty`)
  const generation = config.metadata.generation ?? 1
  const told =
    at(config.status, 'observedGeneration') === generation &&
    at(config.status, 'specValid') === (fault === undefined) &&
    text(at(config.status, 'failureMessage')) === fault
  if (told) return fault === undefined ? 'valid' : nothing
  const waiting = timer(
    config,
    { name: `judged-${generation}`, takesMs: durationOf('bootstrapMs', input) },
    input,
  )
  if (waiting !== 'over') return waiting
  const status = {
    observedGeneration: generation,
    specValid: fault === undefined,
    failureMessage: fault ?? null,
  }
  return actions({ act: 'patch', ref: refOf(config), part: 'status', body: { status } })
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
