import { at, fields, type KubeObject, list, number, refOf, text } from '@sitrep/status'
import type { EchoPod } from '../echo/types.ts'
import { actions, nothing, type Plan, together } from '../plan/action.ts'
import type { PlanInput, Planner } from '../plan/input.ts'
import type { World } from '../world/world.ts'
import { Addresses } from './addresses.ts'
import { keep, sliceOf } from './endpoint-slices.ts'
import { endpointSliceKind, endpointsAnnotation, podKind, serviceKind, wholeOfPods } from './kinds.ts'

/** Workloads behind Services that ask for some by a number: nothing is seen of them but where they answer. */
export const planEndpoints: Planner = (input) => {
  const { world } = input
  const asking = world.list(serviceKind).flatMap((service) => askedOf(service))
  const wanted = new Set(asking.flatMap(({ keys }) => keys))
  const names = new Set(asking.map(({ service }) => sliceName(service)))
  const left = world.list(endpointSliceKind).filter((slice) => {
    const name = `${slice.metadata.namespace ?? ''}/${slice.metadata.name}`
    return slice.metadata.name.endsWith(ending) && !names.has(name)
  })
  const addresses = new Addresses([
    ...world.serving.values(),
    ...world.list(podKind).flatMap(({ status }) => text(at(status, 'podIP')) ?? []),
    ...asking.flatMap(({ service }) => addressesIn(world, service)),
  ])
  return together([
    ...asking.map((asked) => planWorkloads(asked, input, addresses)),
    ...left.map((slice) => actions({ act: 'delete', ref: refOf(slice) })),
    ...[...world.serving.keys()]
      .filter((key) => key.startsWith(prefix) && !wanted.has(key))
      .map((pod) => actions({ act: 'unserve', cluster: wholeOfPods, pod })),
  ])
}

const ending = '-simulated'
const prefix = 'Service/'

interface Asked {
  readonly service: KubeObject
  /** The keys under which its workloads are served. */
  readonly keys: readonly string[]
}

function askedOf(service: KubeObject): readonly Asked[] {
  const count = Number(service.metadata.annotations?.[endpointsAnnotation])
  if (!Number.isInteger(count) || count < 0) return []
  const { namespace = '', name } = service.metadata
  return [{ service, keys: Array.from({ length: count }, (_, at) => `${prefix}${namespace}/${name}/${at}`) }]
}

const sliceName = ({ metadata: { namespace = '', name } }: KubeObject): string =>
  `${namespace}/${name}${ending}`

function planWorkloads({ service, keys }: Asked, { world }: PlanInput, addresses: Addresses): Plan {
  const before = addressesIn(world, service)
  const missing = keys.flatMap((key, index) =>
    world.serving.has(key) ? [] : [{ key, address: before[index] ?? addresses.next(key) }],
  )
  if (missing.length > 0)
    return actions(
      ...missing.map(
        ({ key, address }) =>
          ({ act: 'serve', cluster: wholeOfPods, pod: workloadOf(service, key, address) }) as const,
      ),
    )
  const endpoints = keys.map((key) => ({
    addresses: [world.serving.get(key) ?? ''],
    conditions: { ready: true },
  }))
  return service.metadata.uid === undefined
    ? nothing
    : keep(sliceOf(service, `${service.metadata.name}${ending}`, { ports: portsOf(service), endpoints }), {
        world,
      })
}

function addressesIn(world: World, { metadata: { name, namespace = '' } }: KubeObject): readonly string[] {
  const slice = world.get({ ...endpointSliceKind, namespace, name: `${name}${ending}` })
  return list(fields(slice)['endpoints']).flatMap(
    (endpoint) => text(list(at(endpoint, 'addresses'))[0]) ?? [],
  )
}

function workloadOf(service: KubeObject, key: string, address: string): EchoPod {
  const { namespace = '', name } = service.metadata
  const ports = portsOf(service).map(({ port }) => port)
  const [first = 8080, ...others] = ports
  const env = { HTTP_PORT: String(first), SERVICE_NAME: name }
  return {
    key,
    namespace,
    name: `${name}-${key.split('/').at(-1) ?? ''}`,
    address,
    containers: [
      { name, env, mounts: [], ports: [] },
      ...others.map((port) => ({
        name: `${name}-${port}`,
        env: { ...env, HTTP_PORT: String(port) },
        mounts: [],
        ports: [],
      })),
    ],
  }
}

function portsOf(service: KubeObject) {
  return list(at(service.spec, 'ports')).map((port) => ({
    name: text(at(port, 'name')) ?? '',
    port: number(at(port, 'targetPort')) ?? number(at(port, 'port')) ?? 0,
    protocol: text(at(port, 'protocol')) ?? 'TCP',
  }))
}
