import {
  type Condition,
  type ConditionRules,
  decide,
  False,
  otherwise,
  setConditions,
  True,
  Unknown,
} from '@sitrep/conditions'
import {
  ageColumn,
  conditionColumn,
  defineStatus,
  type KubeObject,
  type Listing,
  type StatusDefinition,
  type View,
} from '@sitrep/status'
import { parcelKind, permitKind } from '../kinds.ts'

const nameOf: View<string> = { name: 'nameOf', of: ({ metadata }) => metadata.name }

interface PermitObserved {
  readonly generation: number | undefined
  readonly users: Listing<string>
  readonly previous: { readonly conditions?: readonly Condition[] } | undefined
  readonly now: string
}

// biome-ignore format: the table is the specification; its columns stay aligned
const inUse: ConditionRules<PermitObserved> = {
  type: 'InUse',
  rows: [
    ['Parcels cannot be listed',     (f) => !f.users.read,                           Unknown('ParcelsUnread', 'Cannot list Parcels')],
    ['no Parcel is sent with it',    (f) => f.users.read && f.users.items.length === 0, False('Unused')],
    ['otherwise',                    otherwise,                                      True('InUse')],
  ],
}

/** The status of Permits, which their kind has no room for: shown, never written. */
export const permitStatus: StatusDefinition = defineStatus({
  kind: permitKind,
  virtual: true,
  observe: ({ metadata }: KubeObject, world): PermitObserved => {
    const key = `${metadata.namespace ?? ''}/${metadata.name}`
    return {
      generation: metadata.generation,
      users: world.list({ ...parcelKind, by: { index: 'permit', key } }, nameOf),
      previous: world.previous as PermitObserved['previous'],
      now: world.now,
    }
  },
  compute: (observed) => {
    const decided = [decide(inUse, observed)]
    const { previous, generation, now } = observed
    return {
      status: { conditions: setConditions(previous?.conditions, decided, { generation, now }) },
      decided,
    }
  },
  columns: [conditionColumn('In use', 'InUse'), ageColumn],
  rules: [{ tables: [inUse] }],
  onFailure: 'InUse',
})
