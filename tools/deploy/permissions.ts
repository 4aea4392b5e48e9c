import { type ForeignRights, type KindRef, kindKey } from '@sitrep/status'
import { families, familyParts } from '../families.ts'
import type { ManagementReads } from './management-reads.ts'

/** One rule of a role, and what it is for. */
export interface Permission {
  readonly groups: readonly string[]
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
  /** Only objects of these names. */
  readonly names?: readonly string[]
  readonly why: string
}

/** What a role is called in the chart; each is bound where it is needed and nowhere else. */
export const roles = [
  'definitions',
  'read',
  'write',
  'seats',
  'seatOwner',
  'dataPlane',
  'gatewayServices',
  'nodes',
] as const
export type Role = (typeof roles)[number]
export type Permissions = Readonly<Record<Role, readonly Permission[]>>

/** What families need beyond what they compute and read. */
const foreign: readonly ForeignRights[] = families.flatMap(({ rights }) => rights ?? [])
const foreignGroups = foreign.flatMap(({ groups = [] }) => groups)
/** Why single kinds are read. */
const reasons: ReadonlyMap<string, string> = new Map(
  foreign.flatMap((rights) => (rights.reasons ?? []).map(([kind, why]) => [kindKey(kind), why] as const)),
)

const leases = { groups: ['coordination.k8s.io'], resources: ['leases'] }
const crdsKey = kindKey({ group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' })
const follow = ['list', 'watch']

const clusterScoped: ReadonlySet<string> = new Set([
  ...foreign.flatMap((rights) => rights.clusterScoped ?? []).map(kindKey),
  ...[...familyParts.values()]
    .flatMap(({ crds }) => crds?.({ profile: 'released' }) ?? [])
    .filter(({ spec }) => spec.scope === 'Cluster')
    .map(({ spec }) => kindKey({ group: spec.group, kind: String(spec.names['kind']) })),
])

/** Whether objects of a kind live in no namespace. */
export const isClusterScoped = (kind: KindRef): boolean => clusterScoped.has(kindKey(kind))

/** The least that Sitrep needs: what the catalog computes and reads, and what the program does besides. */
export function permissionsFor({ computed, written, read }: ManagementReads): Permissions {
  const outside = ({ group }: KindRef): boolean => !foreignGroups.includes(group)
  const single = read.filter(outside)
  const others = single.filter((kind) => !reasons.has(kindKey(kind)) && kindKey(kind) !== crdsKey)
  return {
    definitions: [
      ...crdReads(single),
      ...byGroup([...computed, ...others].filter(isClusterScoped), {
        verbs: follow,
        why: 'kinds that live in no namespace: computed, or looked at by what is',
      }),
      {
        ...leases,
        verbs: ['list'],
        names: [...new Set(families.flatMap(({ writers = [] }) => writers.map(({ lease }) => lease)))],
        why: 'whether another controller that wrote the same conditions still runs, before anything is written',
      },
    ],
    read: [
      ...byGroup(
        computed.filter((kind) => outside(kind) && !isClusterScoped(kind)),
        {
          verbs: follow,
          why: 'the kinds whose status is computed',
        },
      ),
      ...byGroup(
        others.filter((kind) => !isClusterScoped(kind)),
        {
          verbs: follow,
          why: 'what their status depends on',
        },
      ),
      ...foreign.flatMap(({ groups = [], why = 'kinds of others, of which only the groups are known' }) =>
        groups.length === 0 ? [] : [{ groups, resources: ['*'], verbs: follow, why }],
      ),
      ...single.flatMap((kind) => {
        const why = reasons.get(kindKey(kind))
        return why === undefined ? [] : byGroup([kind], { verbs: follow, why })
      }),
    ],
    write: [
      ...byGroup(written, {
        verbs: ['get'],
        why: 'an object is read once more after somebody else wrote to it first',
      }),
      ...byGroup(written, {
        verbs: ['patch'],
        why: 'the status, and nothing else of an object',
        part: '/status',
      }),
      {
        groups: ['events.k8s.io'],
        resources: ['events'],
        verbs: ['create', 'patch'],
        why: 'what changed is told as Events; one that happens again is counted',
      },
    ],
    ...seatPermissions,
    ...dataPlanePermissions(),
  }
}

/** What replicas of the data plane read, and what whoever looks after them writes. */
function dataPlanePermissions(): Pick<Permissions, 'dataPlane' | 'gatewayServices' | 'nodes'> {
  const family = families.find(({ name }) => name === 'gateway-api')
  const parts = family && familyParts.get(family)
  if (family === undefined || parts === undefined) throw new Error('nobody knows Gateways any more')
  const asked = (parts.crds?.({ profile: 'released' }) ?? []).map(({ spec }) => ({
    group: spec.group,
    kind: String(spec.names['kind']),
  }))
  const referred = (family.rights?.plurals ?? []).map(([kind]) => kind)
  return {
    dataPlane: [
      ...byGroup(asked, { verbs: follow, why: 'what Gateways and routes ask for' }),
      ...byGroup(referred, { verbs: follow, why: 'what they refer to, and who answers there' }),
      {
        groups: ['apiextensions.k8s.io'],
        resources: ['customresourcedefinitions'],
        verbs: follow,
        why: 'which of these kinds there are',
      },
      {
        groups: [''],
        resources: ['configmaps', 'secrets'],
        verbs: ['get'],
        why: 'the certificates and authorities that they name',
      },
    ],
    gatewayServices: [
      {
        groups: [''],
        resources: ['services'],
        verbs: ['list', 'watch', 'create', 'patch', 'delete'],
        why: 'one Service gives each Gateway its address',
      },
      {
        groups: ['discovery.k8s.io'],
        resources: ['endpointslices'],
        verbs: follow,
        why: 'which replicas of the data plane take traffic',
      },
    ],
    nodes: [
      {
        groups: [''],
        resources: ['nodes'],
        verbs: follow,
        why: 'ports of nodes are reached by their addresses',
      },
    ],
  }
}

const seatPermissions = {
  seats: [
    {
      ...leases,
      verbs: ['list', 'create'],
      why: 'replicas share the work by Leases; creating has no name yet that a rule could hold',
    },
  ],
  seatOwner: [
    { ...leases, verbs: ['update', 'patch'], why: 'a replica keeps its own Lease and gives it back' },
  ],
} satisfies Partial<Permissions>

function crdReads(read: readonly KindRef[]): readonly Permission[] {
  const definitions = { groups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'] }
  if (!read.some((kind) => kindKey(kind) === crdsKey)) throw new Error('nobody reads definitions any more')
  return [
    {
      ...definitions,
      verbs: follow,
      why: 'which contract a provider’s kind speaks, and which kinds there are',
    },
    {
      ...definitions,
      verbs: ['get'],
      names: [...new Set(families.flatMap(({ profileToldBy }) => profileToldBy ?? []))],
      why: 'which language the cluster speaks, the released one or the proposal’s',
    },
  ]
}

interface Grant {
  readonly verbs: readonly string[]
  readonly why: string
  /** The part of an object that is meant: `/status`. */
  readonly part?: string
}

function byGroup(kinds: readonly KindRef[], { verbs, why, part = '' }: Grant): readonly Permission[] {
  const groups = [...new Set(kinds.map(({ group }) => group))].sort()
  return groups.map((group) => ({
    groups: [group],
    resources: kinds
      .filter((kind) => kind.group === group)
      .map((kind) => `${pluralOf(kind)}${part}`)
      .sort(),
    verbs,
    why,
  }))
}

const servedByUs = new Map(
  [...familyParts.values()]
    .flatMap(({ crds }) => crds?.({ profile: 'released' }) ?? [])
    .map(({ spec }) => [
      kindKey({ group: spec.group, kind: String(spec.names['kind']) }),
      String(spec.names['plural']),
    ]),
)

/** Kinds that others define; nothing but their authors' word says what their plural is. */
const definedByOthers: ReadonlyMap<string, string> = new Map(
  foreign.flatMap(({ plurals = [] }) => plurals.map(([kind, plural]) => [kindKey(kind), plural] as const)),
)

function pluralOf(kind: KindRef): string {
  const plural = servedByUs.get(kindKey(kind)) ?? definedByOthers.get(kindKey(kind))
  if (plural === undefined)
    throw new Error(
      `${kind.kind} of ${kind.group || 'core'} is read: say in the rights of its family what its plural is`,
    )
  return plural
}
