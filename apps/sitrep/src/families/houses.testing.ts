import {
  type Condition,
  type ConditionRules,
  decide,
  False,
  otherwise,
  setConditions,
  True,
} from '@sitrep/conditions'
import {
  at,
  type CustomResourceDefinition,
  defineStatus,
  type Family,
  fieldColumn,
  type KindRef,
  type KubeObject,
  list,
  type StatusDefinition,
} from '@sitrep/status'

/** A small family that Sitrep knows nothing of: a House has tenants, and is crowded with more than it was told to take. */
const group = 'houses.example.com'
const houseKind: KindRef = { group, kind: 'House' }
const roomKind: KindRef = { group, kind: 'Room' }

interface HouseStatus {
  readonly conditions?: readonly Condition[]
}

interface HouseObserved {
  readonly tenants: number
  readonly most: number
  readonly generation: number | undefined
  readonly now: string
  readonly previous: HouseStatus | undefined
}

// biome-ignore format: the table is the specification; its columns stay aligned
const comfortable: ConditionRules<HouseObserved> = {
  type: 'Comfortable',
  rows: [
    ['more tenants than it takes', (f) => f.tenants > f.most, False('Crowded', (f) => `${f.tenants} tenants, at most ${f.most}`)],
    ['otherwise',                  otherwise,                 True('Roomy')],
  ],
}

const houseStatus = (most: number): StatusDefinition<KubeObject, HouseObserved, HouseStatus> =>
  defineStatus({
    kind: houseKind,
    observe: (object, { now, previous }) => ({
      tenants: list(at(object, 'spec', 'tenants')).length,
      most,
      generation: object.metadata.generation,
      now,
      previous,
    }),
    compute: (observed) => {
      const decided = [decide(comfortable, observed)]
      return {
        status: { conditions: setConditions(observed.previous?.conditions, decided, observed) },
        decided,
      }
    },
    columns: [fieldColumn('Street', 'string', '.spec.street')],
    rules: [{ tables: [comfortable] }],
    onFailure: 'Comfortable',
  })

const houseCrd: CustomResourceDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `houses.${group}` },
  spec: {
    group,
    names: { kind: 'House', plural: 'houses', singular: 'house' },
    scope: 'Namespaced',
    versions: [],
    conversion: { strategy: 'None' },
  },
}

/** All that is known of houses. */
export const housesFamily: Family = {
  name: 'houses',
  title: 'Houses',
  profiles: ['released'],
  settings: [
    {
      name: 'most',
      flag: 'most-tenants',
      type: 'text',
      value: 'N',
      help: 'How many a house takes (default 2)',
      refuses: (value) => (/^\d+$/.test(String(value)) ? undefined : `${String(value)} is no number`),
    },
  ],
  kinds: [{ kind: houseKind, shortNames: ['hs'] }],
  parts: async () => ({
    catalog: ({ settings }) => ({ definitions: [houseStatus(Number(settings?.['most'] ?? 2))] }),
    crds: () => [houseCrd],
  }),
  knowledge: [
    {
      source: 'the tests',
      group,
      kinds: ['House'],
      conditions: { Comfortable: 'whole' },
      needs: ['Comfortable'],
      tells: ['Comfortable'],
    },
    { source: 'the tests', group, kinds: ['Room'], quiet: true },
  ],
  advice: [
    {
      of: (kind) => kind.group === group,
      rows: [['House', 'Comfortable', 'Crowded', 'Ask somebody to move out.']],
    },
  ],
  relations: [
    { of: `House.${group}`, heading: 'Room', by: { way: 'refers', path: 'spec.rooms[]', kind: roomKind } },
  ],
}
