import {
  type Condition,
  type ConditionRules,
  decide,
  False,
  type Instant,
  otherwise,
  True,
} from '@sitrep/conditions'
import { defineStatus, type KubeObject, type StatusDefinition } from '@sitrep/status'
import { referenceGrantKind } from '../kinds.ts'
import { stamped } from '../model/stamp.ts'
import { grantView } from '../references/observe.ts'
import type { Grant } from '../references/types.ts'
import { referenceGrantColumns } from './columns.ts'

/** What is said of a ReferenceGrant; its API has no status, so this is shown and never written. */
interface ReferenceGrantStatus {
  readonly conditions: readonly Condition[]
}

interface ReferenceGrantObserved extends Grant {
  readonly generation: number | undefined
  readonly previous: ReferenceGrantStatus | undefined
  readonly now: Instant
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const grantAccepted: ConditionRules<Grant> = {
  type: 'Accepted',
  rows: [
    ['it does not say who may refer',        ({ from }) => from.length === 0 || from.some(({ kind, namespace }) => kind === '' || namespace === ''), False('Invalid', 'Every entry of from needs a kind and a namespace'), [{ field: 'spec.from' }]],
    ['it does not say what may be referred to', ({ to }) => to.length === 0 || to.some(({ kind }) => kind === ''),                                     False('Invalid', 'Every entry of to needs a kind'),                  [{ field: 'spec.to' }]],
    ['otherwise',                            otherwise,                                                                                         True('Accepted')],
  ],
}

/** The status of a ReferenceGrant: whether it is well-formed. One that matches nothing is. */
export const referenceGrantStatus: StatusDefinition<
  KubeObject,
  ReferenceGrantObserved,
  ReferenceGrantStatus
> = defineStatus({
  kind: referenceGrantKind,
  observe: (grant, { previous, now }) => ({
    ...grantView.of(grant),
    generation: grant.metadata.generation,
    previous,
    now,
  }),
  compute: (observed) => {
    const decision = decide(grantAccepted, observed)
    const { conditions, decided } = stamped(observed.previous?.conditions, [decision], observed)
    return { status: { conditions }, decided }
  },
  columns: referenceGrantColumns,
  rules: [{ tables: [grantAccepted] }],
  onFailure: 'Accepted',
  virtual: true,
})
