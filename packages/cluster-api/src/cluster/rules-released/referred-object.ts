import {
  type ConditionRules,
  type ConditionState,
  False,
  otherwise,
  report,
  type SetDecision,
  Unknown,
} from '@sitrep/conditions'
import { lookAtLogs } from '../../machines-of/facts.ts'
import { refIn } from '../../model/references.ts'
import type { ProviderConditions } from '../../provider-object/conditions.ts'
import { mirrorProvider } from '../../provider-object/mirror.ts'
import type { ClusterFacts } from '../facts/facts.ts'
import type { ReferredObject } from '../facts/referred-objects.ts'

type AnyObject = ReferredObject<{ readonly conditions: ProviderConditions }>

/** How a condition of an object that the Cluster refers to becomes one of the Cluster. */
interface Referral {
  readonly type: string
  readonly source: string
  readonly object: (facts: ClusterFacts) => AnyObject
  /** Its first provisioning is over. */
  readonly done: (facts: ClusterFacts) => boolean
  /** What it says while it reports no condition. */
  readonly reasons: { readonly good: string; readonly bad: string }
  readonly field: string
}

/** Says of the Cluster what the object says of itself, or why it cannot. */
export function referredObjectRules(referral: Referral): ConditionRules<ClusterFacts> {
  const { type, object, done } = referral
  const kind = (f: ClusterFacts): string => object(f).ref?.kind ?? ''
  const isMissing = (f: ClusterFacts): boolean => object(f).state === 'missing'
  const isLost = (f: ClusterFacts): boolean => isMissing(f) && done(f)
  // biome-ignore format: the table is the specification; its columns stay aligned
  return {
    type,
    rows: [
      ['the topology has not made the reference yet', (f) => object(f).ref === undefined && f.hasTopology, False('ObjectDoesNotExist', awaitTopology)],
      ['the object was read',                         (f) => object(f).state === 'found',                  report((f) => mirrored(f, referral), { message: 'the message of the object' })],
      ['the object cannot be read',                   (f) => object(f).state === 'unseen',                 Unknown('InternalError', lookAtLogs)],
      ['it was there, and all is being deleted',      (f) => isLost(f) && f.deleting,                      False('ObjectDeleted', (f) => `${kind(f)} has been deleted`)],
      ['it was there before',                         isLost,                                              False('ObjectDeleted', (f) => `${kind(f)} has been deleted while the cluster still exists`)],
      ['otherwise',                                   otherwise,                                           False('ObjectDoesNotExist', (f) => `${kind(f)} does not exist`)],
    ],
  }
}

/** Nobody waits for a topology any more once the Cluster is being deleted. */
export const awaitTopology = ({ deleting }: ClusterFacts): string =>
  deleting ? '' : 'Waiting for cluster topology to be reconciled'

function mirrored(facts: ClusterFacts, referral: Referral): ConditionState | SetDecision {
  const object = referral.object(facts)
  if (object.state !== 'found') throw new TypeError('only an object that was read can be mirrored')
  const { good, bad } = referral.reasons
  return mirrorProvider({
    source: { ref: refIn(facts.namespace, object.ref), conditions: object.seen.conditions },
    type: referral.source,
    target: referral.type,
    fallback: referral.done(facts)
      ? { status: 'True', reason: good, message: '' }
      : { status: 'False', reason: bad, message: `${object.ref.kind} ${referral.field} is false` },
    reasonWhenTrue: good,
  })
}

export const infrastructureReady: ConditionRules<ClusterFacts> = referredObjectRules({
  type: 'InfrastructureReady',
  source: 'Ready',
  object: (f) => f.infrastructure,
  done: (f) => f.initialization.infrastructureProvisioned === true,
  reasons: { good: 'Ready', bad: 'NotReady' },
  field: 'status.initialization.provisioned',
})

export const controlPlaneAvailable: ConditionRules<ClusterFacts> = referredObjectRules({
  type: 'ControlPlaneAvailable',
  source: 'Available',
  object: (f) => f.controlPlane,
  done: (f) => f.initialization.controlPlaneInitialized === true,
  reasons: { good: 'Available', bad: 'NotAvailable' },
  field: 'status.initialization.controlPlaneInitialized',
})
