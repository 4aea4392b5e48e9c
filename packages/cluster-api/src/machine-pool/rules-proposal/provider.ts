import {
  type ConditionRules,
  type ConditionState,
  False,
  otherwise,
  report,
  type SetDecision,
  type StatedOutcome,
  True,
  Unknown,
} from '@sitrep/conditions'
import type { Reading } from '@sitrep/status'
import { type ContractRef, refIn } from '../../model/references.ts'
import { mirrorProvider } from '../../provider-object/mirror.ts'
import type { MachinePoolFacts } from '../facts/facts.ts'
import type { ProviderForPool } from '../types.ts'

/** An object that a pool refers to, and the condition that it becomes. */
interface Referral {
  readonly type: string
  readonly ref: (facts: MachinePoolFacts) => ContractRef | undefined
  readonly object: (facts: MachinePoolFacts) => Reading<ProviderForPool>
  readonly done: (facts: MachinePoolFacts) => boolean
  readonly field: string
  /** What follows where it refers to nothing. */
  readonly none: StatedOutcome<MachinePoolFacts>
}

function mirrored(
  f: MachinePoolFacts,
  { type, ref, object, done, field }: Referral,
): ConditionState | SetDecision {
  const [reading, to] = [object(f), ref(f)]
  if (!reading.read || reading.item === undefined || to === undefined) {
    throw new TypeError('only an object that was read can be mirrored')
  }
  return mirrorProvider({
    source: { ref: refIn(f.observed.namespace, to), conditions: reading.item.conditions },
    type: 'Ready',
    target: type,
    fallback: done(f)
      ? { status: 'True', reason: 'Ready', message: '' }
      : { status: 'False', reason: 'NotReady', message: `${to.kind} ${field} is false` },
    reasonWhenTrue: 'Ready',
  })
}

function providerRules(referral: Referral): ConditionRules<MachinePoolFacts> {
  const { type, ref, object, done, none } = referral
  const isMissing = (f: MachinePoolFacts): boolean => missing(object(f))
  const kind = (f: MachinePoolFacts): string => ref(f)?.kind ?? ''
  // biome-ignore format: the table is the specification; its columns stay aligned
  return {
    type,
    rows: [
      ['it refers to no object',        (f) => ref(f) === undefined,        none],
      ['the object cannot be read',     (f) => !object(f).read,             Unknown('InternalError', (f) => `${kind(f)} cannot be read, see the log for the error`)],
      ['the object was there before',   (f) => isMissing(f) && done(f),     False('ObjectDeleted', (f) => `${kind(f)} has been deleted`)],
      ['the object does not exist',     isMissing,                          False('ObjectDoesNotExist', (f) => `${kind(f)} does not exist`)],
      ['otherwise, its Ready',          otherwise,                          report((f) => mirrored(f, referral), { message: 'the message of the object' })],
    ],
  }
}

const missing = (reading: Reading<ProviderForPool>): boolean => reading.read && reading.item === undefined

export const bootstrapConfigReady: ConditionRules<MachinePoolFacts> = providerRules({
  type: 'BootstrapConfigReady',
  ref: (f) => f.observed.bootstrapRef,
  object: (f) => f.observed.bootstrap,
  done: (f) => f.bootstrapped,
  field: 'status.initialization.dataSecretCreated',
  none: True('DataSecretProvided'),
})

export const infrastructureReady: ConditionRules<MachinePoolFacts> = providerRules({
  type: 'InfrastructureReady',
  ref: (f) => f.observed.infrastructureRef,
  object: (f) => f.observed.infrastructure,
  done: (f) => f.provisioned,
  field: 'status.initialization.provisioned',
  none: Unknown('ObjectDoesNotExist', 'The pool refers to no infrastructure'),
})
