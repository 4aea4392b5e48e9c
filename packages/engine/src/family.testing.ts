import {
  aggregate,
  type Condition,
  type ConditionRules,
  type Decision,
  decide,
  False,
  getCondition,
  keep,
  otherwise,
  setConditions,
  summarize,
  True,
  Unknown,
} from '@sitrep/conditions'
import {
  type Catalog,
  type Computed,
  clockAt,
  createCatalog,
  defineStatus,
  type KindRef,
  type KubeObject,
  type ObjectRef,
  type StatusDefinition,
  type View,
  type World,
} from '@sitrep/status'

/**
 * A small family with all that is hard about a real one: leaves that read the root and are written on by their group, groups
 * that aggregate leaves, a root that aggregates groups and is read by the leaves again, rows that keep, and a rule about time.
 */
export const group = 'test.sitrep.dev'
export const leafKind: KindRef = { group, kind: 'Leaf' }
export const groupKind: KindRef = { group, kind: 'Group' }
export const rootKind: KindRef = { group, kind: 'Root' }
export const matureAfterMs = 60_000

export interface Status extends Readonly<Record<string, unknown>> {
  readonly conditions?: readonly Condition[]
}

export interface Leaf extends KubeObject {
  readonly spec: { readonly healthy?: boolean; readonly root?: string }
  readonly status?: Status
}

export interface Group extends KubeObject {
  readonly spec: { readonly checked?: number }
  readonly status?: Status
}

export interface Root extends KubeObject {
  readonly spec: { readonly frozen?: boolean }
  readonly status?: Status
}

interface Moment {
  readonly generation: number | undefined
  readonly now: string
  readonly previous: Status | undefined
}

const moment = (object: KubeObject, world: World<Status>): Moment => ({
  generation: object.metadata.generation,
  now: world.now,
  previous: world.previous,
})

/** By the alphabet: this family keeps its conditions so, whoever adds one. */
const order = (a: Condition, b: Condition): number => (a.type < b.type ? -1 : Number(a.type > b.type))

const stamp = ({ previous, generation, now }: Moment, decided: readonly Decision[]): readonly Condition[] =>
  setConditions(previous?.conditions, decided, { generation, now, order })

// What a leaf knows of its root: whether it is frozen, and how many of its groups are available.
interface RootForLeaf {
  readonly frozen: boolean
  readonly available: string
}

export const rootForLeaf: View<RootForLeaf> = {
  name: 'rootForLeaf',
  of: (object) => {
    const { spec, status } = object as Root
    return {
      frozen: spec.frozen === true,
      available: getCondition(status?.conditions, 'Available')?.status ?? 'none',
    }
  },
}

interface LeafObserved extends Moment {
  readonly healthy: boolean | undefined
  readonly created: string | undefined
  readonly root: 'unread' | 'missing' | RootForLeaf
  readonly checked: Condition | undefined
}

type LeafFacts = Pick<LeafObserved, 'healthy' | 'root'>

const healthy: ConditionRules<LeafFacts> = {
  type: 'Healthy',
  rows: [
    ['the root cannot be read', (f) => f.root === 'unread', Unknown('RootUnread')],
    ['there is no root', (f) => f.root === 'missing', False('NoRoot')],
    ['the root is frozen', (f) => typeof f.root === 'object' && f.root.frozen, keep],
    ['health is not reported', (f) => f.healthy === undefined, Unknown('NotReported')],
    ['the leaf is ill', (f) => f.healthy === false, False('Ill')],
    ['otherwise', otherwise, True('Well'), [{ field: 'spec.healthy' }]],
  ],
}

// Closes the ring: the root is decided from the leaves, and the leaves hear of it.
const told: ConditionRules<LeafFacts> = {
  type: 'Told',
  rows: [
    [
      'the root is available',
      (f) => typeof f.root === 'object' && f.root.available === 'True',
      True('RootAvailable'),
    ],
    ['otherwise', otherwise, False('RootNotAvailable')],
  ],
}

const leaf: StatusDefinition<Leaf, LeafObserved, Status> = defineStatus({
  kind: leafKind,
  observe(object, world) {
    const { namespace = '' } = object.metadata
    const root = world.get({ ...rootKind, namespace, name: object.spec.root ?? 'root' }, rootForLeaf)
    return {
      ...moment(object, world),
      healthy: object.spec.healthy,
      created: object.metadata.creationTimestamp,
      root: root.read ? (root.item ?? 'missing') : 'unread',
      checked: getCondition(object.status?.conditions, 'Checked'),
    }
  },
  compute(observed) {
    const clock = clockAt(observed.now)
    const mature = clock.passed(observed.created, matureAfterMs)
    const own = [
      decide(healthy, observed),
      decide(told, observed),
      decide<boolean>(
        {
          type: 'Mature',
          rows: [
            ['old enough', (f) => f, True('Mature')],
            ['otherwise', otherwise, False('Young')],
          ],
        },
        mature,
      ),
    ]
    const so = stamp(observed, own)
    const ready = summarize(so, {
      type: 'Ready',
      types: ['Healthy', 'Checked'],
      ignoreIfMissing: ['Checked'],
    })
    const decided = [...own, ready]
    return {
      status: { conditions: stamp({ ...observed, previous: { conditions: so } }, [ready]) },
      decided,
      recheckAt: clock.recheckAt,
    }
  },
  columns: [],
  onFailure: 'Ready',
  order,
})

export interface LeafForGroup {
  readonly kind: 'Leaf'
  readonly group: string
  readonly namespace: string
  readonly name: string
  readonly conditions: readonly Condition[]
}

export const leafForGroup: View<LeafForGroup> = {
  name: 'leafForGroup',
  of: ({ metadata, status }) => ({
    kind: 'Leaf',
    group,
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    conditions: ((status as Status | undefined)?.conditions ?? []).filter(({ type }) => type === 'Ready'),
  }),
}

interface GroupObserved extends Moment {
  readonly checked: number
  readonly leaves: readonly LeafForGroup[] | undefined
  readonly saidBefore: ReadonlyMap<string, readonly Condition[]>
}

const leafRef = ({ namespace, name }: LeafForGroup): ObjectRef => ({ ...leafKind, namespace, name })

const groupOfLeaves: StatusDefinition<Group, GroupObserved, Status> = defineStatus({
  kind: groupKind,
  observe(object, world) {
    const leaves = world.list({ ...leafKind, by: { owner: object.metadata.uid ?? '' } }, leafForGroup)
    const items = leaves.read ? leaves.items : undefined
    return {
      ...moment(object, world),
      checked: object.spec.checked ?? 0,
      leaves: items,
      saidBefore: new Map((items ?? []).map((item) => [item.name, world.previousOn(leafRef(item))])),
    }
  },
  compute(observed) {
    const { leaves, checked, saidBefore, generation, now } = observed
    const others = (leaves ?? []).map((item, at) => {
      const decision: Decision = decide<number>(
        {
          type: 'Checked',
          rows: [
            ['within the number to check', (f) => f < checked, True('Checked')],
            ['otherwise', otherwise, False('Left')],
          ],
        },
        at,
      )
      const said = setConditions(saidBefore.get(item.name), [decision], { generation, now })
      return {
        ref: leafRef(item),
        conditions: said.filter(({ type }) => type === 'Checked'),
        decided: [decision],
      }
    })
    const decided: Decision[] = [
      leaves === undefined
        ? decide(
            { type: 'LeavesReady', rows: [['leaves cannot be listed', otherwise, Unknown('InternalError')]] },
            undefined,
          )
        : leaves.length === 0
          ? decide(
              { type: 'LeavesReady', rows: [['there are no leaves', otherwise, True('NoLeaves')]] },
              undefined,
            )
          : aggregate(leaves, 'Ready', { target: 'LeavesReady' }),
    ]
    const status = {
      ...(leaves === undefined ? {} : { leaves: leaves.length }),
      conditions: stamp(observed, decided),
    }
    return { status, others, decided }
  },
  columns: [],
  onFailure: 'LeavesReady',
  order,
})

export interface GroupForRoot {
  readonly kind: 'Group'
  readonly group: string
  readonly namespace: string
  readonly name: string
  readonly leaves: unknown
  readonly conditions: readonly Condition[]
}

export const groupForRoot: View<GroupForRoot> = {
  name: 'groupForRoot',
  of: ({ metadata, status }) => ({
    kind: 'Group',
    group,
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    leaves: (status as Status | undefined)?.leaves ?? null,
    conditions: ((status as Status | undefined)?.conditions ?? []).filter(
      ({ type }) => type === 'LeavesReady',
    ),
  }),
}

interface RootObserved extends Moment {
  readonly groups: readonly GroupForRoot[] | undefined
}

const root: StatusDefinition<Root, RootObserved, Status> = defineStatus({
  kind: rootKind,
  observe(object, world) {
    const { namespace = '', name } = object.metadata
    const groups = world.list({ ...groupKind, namespace, by: { label: 'root', value: name } }, groupForRoot)
    return { ...moment(object, world), groups: groups.read ? groups.items : undefined }
  },
  compute(observed): Computed<Status> {
    const { groups } = observed
    const decided: Decision[] = [
      groups === undefined
        ? decide(
            { type: 'Available', rows: [['groups cannot be listed', otherwise, Unknown('InternalError')]] },
            undefined,
          )
        : groups.length === 0
          ? decide(
              { type: 'Available', rows: [['there are no groups', otherwise, True('NoGroups')]] },
              undefined,
            )
          : aggregate(groups, 'LeavesReady', { target: 'Available' }),
    ]
    const counted = (groups ?? []).map((item) => item.leaves).filter((leaves) => typeof leaves === 'number')
    const leaves = counted.length === 0 ? {} : { leaves: counted.reduce((sum, count) => sum + count, 0) }
    return { status: { ...leaves, conditions: stamp(observed, decided) }, decided }
  },
  columns: [],
  onFailure: 'Available',
  order,
})

export const family: Catalog = createCatalog({ definitions: [leaf, groupOfLeaves, root] })

type Meta = Partial<KubeObject['metadata']>

const object = <Kind extends KubeObject>(
  kind: string,
  metadata: Meta & { name: string },
  spec: Kind['spec'],
): Kind =>
  ({
    apiVersion: `${group}/v1`,
    kind,
    metadata: { namespace: 'prod', generation: 1, ...metadata },
    spec,
  }) as Kind

/** The smallest leaf: well, and owned by `owner` where one is named. */
export function leafObject(
  name: string,
  { owner, ...spec }: Leaf['spec'] & { owner?: string } = {},
  metadata: Meta = {},
): Leaf {
  const ownerReferences =
    owner === undefined ? [] : [{ kind: 'Group', name: owner, uid: `uid-${owner}`, controller: true }]
  return object(
    'Leaf',
    { name, uid: `uid-${name}`, creationTimestamp: '2026-01-01T00:00:00Z', ownerReferences, ...metadata },
    { healthy: true, ...spec },
  )
}

export const groupObject = (
  name: string,
  spec: Group['spec'] = { checked: 9 },
  labels: Record<string, string> = { root: 'root' },
): Group => object('Group', { name, uid: `uid-${name}`, labels }, spec)

export const rootObject = (spec: Root['spec'] = {}, metadata: Meta = {}): Root =>
  object('Root', { name: 'root', uid: 'uid-root', ...metadata }, spec)

export const refTo = (kind: KindRef, name: string): ObjectRef => ({ ...kind, namespace: 'prod', name })
