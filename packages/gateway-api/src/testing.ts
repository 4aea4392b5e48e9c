import type { Condition } from '@sitrep/conditions'
import { createEngine, type Engine, fileChanges, type WorldChange } from '@sitrep/engine'
import {
  conditionAt,
  createCatalog,
  type Fields,
  groupOf,
  type KubeObject,
  type ObjectRef,
  type Profile,
  refOf,
  type SettingValues,
} from '@sitrep/status'
import { gatewayApi } from './gateway-api.ts'
import { ownControllerName } from './kinds.ts'
import { gatewayLists, policyLists, routeLists } from './lists.ts'
import type { RoutingConfigurationSpec } from './routing/types.ts'

export { ecCertificate, ecKey, rsaCertificate, rsaKey } from './certificates/pems.testing.ts'

/** When everything happens in tests. */
export const now = '2026-02-01T00:00:00Z'

const group = 'gateway.networking.k8s.io'

interface Named {
  readonly name?: string
  readonly namespace?: string
  readonly generation?: number
  readonly created?: string
  readonly status?: unknown
}

const made = (
  apiVersion: string,
  kind: string,
  spec: unknown,
  { name = 'x', namespace, generation, created, status }: Named,
): KubeObject => ({
  apiVersion,
  kind,
  metadata: {
    name,
    ...(namespace !== undefined && { namespace }),
    ...(generation !== undefined && { generation }),
    ...(created !== undefined && { creationTimestamp: created }),
  },
  spec,
  ...(status !== undefined && { status }),
})

/** A class of ours, or of somebody else. */
export const gatewayClass = (name = 'ours', controllerName: string = ownControllerName): KubeObject =>
  made(`${group}/v1`, 'GatewayClass', { controllerName }, { name, generation: 1 })

/** A Gateway in `infra` with one HTTP listener for routes from everywhere. */
export const gateway = (spec: Fields = {}, named: Named = {}): KubeObject =>
  made(
    `${group}/v1`,
    'Gateway',
    { gatewayClassName: 'ours', listeners: [listener()], ...spec },
    { name: 'edge', namespace: 'infra', generation: 2, ...named },
  )

/** A listener for routes from everywhere. */
export const listener = (more: Fields = {}): Fields => ({
  name: 'web',
  port: 80,
  protocol: 'HTTP',
  allowedRoutes: { namespaces: { from: 'All' } },
  ...more,
})

/** A route in `shop` at the Gateway, with one rule that leads to the Service `cart`. */
export const route = (
  spec: Fields = {},
  { kind = 'HTTPRoute', ...named }: Named & { readonly kind?: string } = {},
): KubeObject =>
  made(
    `${group}/v1`,
    kind,
    {
      parentRefs: [{ name: 'edge', namespace: 'infra' }],
      rules: [{ backendRefs: [{ name: 'cart', port: 8080 }] }],
      ...spec,
    },
    { name: 'cart', namespace: 'shop', generation: 3, created: '2026-01-01T00:00:00Z', ...named },
  )

/** A Service in `shop` with one port. */
export const service = (name = 'cart', namespace = 'shop', more: Fields = {}): KubeObject =>
  made('v1', 'Service', { ports: [{ name: 'main', port: 8080, ...more }] }, { name, namespace })

/** Where that Service answers. */
export const endpoints = (name = 'cart', namespace = 'shop', ...addresses: readonly string[]): KubeObject =>
  ({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: `${name}-1`, namespace, labels: { 'kubernetes.io/service-name': name } },
    addressType: 'IPv4',
    ports: [{ name: 'main', port: 3000 }],
    endpoints: (addresses.length === 0 ? ['10.0.0.1'] : addresses).map((address) => ({
      addresses: [address],
    })),
  }) as KubeObject

/** A grant in a namespace. */
export const grant = (namespace: string, from: Fields, to: Fields): KubeObject =>
  made(
    `${group}/v1`,
    'ReferenceGrant',
    { from: [{ group, ...from }], to: [{ group: '', ...to }] },
    { name: 'grant', namespace, generation: 1 },
  )

/** What the data plane of the Gateway reports. */
export const report = (generations: Readonly<Record<string, number>>, more: Fields = {}): KubeObject => ({
  apiVersion: 'sitrep.dev/v1alpha1',
  kind: 'DataPlaneReport',
  metadata: { name: 'edge', namespace: 'infra' },
  status: {
    addresses: [{ type: 'IPAddress', value: '127.0.0.2' }],
    listeners: [{ name: 'web', bound: true, probed: true }],
    generations,
    ...more,
  },
})

/** An engine that keeps the statuses of a world. */
export interface TestWorld {
  readonly engine: Engine
  readonly apply: (...changes: readonly (KubeObject | WorldChange)[]) => void
  /** `True Accepted` and the like; nothing where there is no such condition. */
  readonly says: (object: KubeObject, address: string) => string | undefined
  readonly condition: (object: KubeObject, address: string) => Condition | undefined
  /** The configuration of the Gateway `infra/edge`. */
  readonly routing: () => RoutingConfigurationSpec
}

/** A world of these objects, in which every kind can be read. */
export function worldOf(
  objects: readonly KubeObject[],
  {
    profile = 'released',
    settings = {},
  }: { readonly profile?: Profile; readonly settings?: SettingValues } = {},
): TestWorld {
  const catalog = createCatalog(gatewayApi({ profile, settings }))
  const engine = createEngine(catalog)
  engine.apply(fileChanges(objects, catalog.reach), now)
  const condition = (object: KubeObject, address: string) =>
    conditionAt(engine.object(refOf(object)), address, listsOf(object.kind))
  return {
    engine,
    condition,
    apply: (...changes) =>
      engine.apply(
        changes.map((change) => ('metadata' in change ? { object: change } : change)),
        now,
      ),
    says: (object, address) => {
      const found = condition(object, address)
      return found && `${found.status} ${found.reason}`
    },
    routing: () => {
      const ref: ObjectRef = {
        group: 'sitrep.dev',
        kind: 'RoutingConfiguration',
        namespace: 'infra',
        name: 'edge',
      }
      const spec = engine.object(ref)?.spec
      if (spec === undefined) throw new TypeError('there is no configuration')
      return spec as RoutingConfigurationSpec
    },
  }
}

const listsOf = (kind: string) =>
  kind.endsWith('Route') ? routeLists : kind === 'BackendTLSPolicy' ? policyLists : gatewayLists

/** The address of a condition of a route at the Gateway. */
export const atEdge = (type: string, controllerName: string = ownControllerName): string =>
  `parents[${controllerName}|Gateway/infra/edge]:${type}`

/** Says that an object is gone. */
export const gone = (object: KubeObject): WorldChange => ({
  gone: {
    group: groupOf(object.apiVersion),
    kind: object.kind,
    ...(object.metadata.namespace !== undefined && { namespace: object.metadata.namespace }),
    name: object.metadata.name,
  },
})
