import { at, fields, type KubeObject, list, number, refOf, text } from '@sitrep/status'
import type { EchoPod, PodPlace } from '../echo/types.ts'
import { actions, type Plan, together } from '../plan/action.ts'
import { suffix } from '../plan/chance.ts'
import type { Planner } from '../plan/input.ts'
import type { World } from '../world/world.ts'
import { Addresses, keptAddress } from './addresses.ts'
import { keep, serviceLabel, sliceOf } from './endpoint-slices.ts'
import { endpointSliceKind, endpointsAnnotation, podKind, serviceKind, wholeOfPods } from './kinds.ts'

/** Workloads behind Services that ask for some by a number: nothing is seen of them but where they answer. */
export const planEndpoints: Planner = (input) => {
  const { world } = input
  const asking = world.list(serviceKind).flatMap((service) => askedOf(service))
  const wanted = new Set(asking.flatMap(({ keys }) => keys))
  const slices = new Map(asking.map((asked) => [nameOf(asked.service), wantedSlices(asked, world)]))
  const left = world.list(endpointSliceKind).filter(({ metadata: { name, namespace = '', labels } }) => {
    if (!name.endsWith(ending)) return false
    const place = `${namespace}/${labels?.[serviceLabel] ?? ''}`
    if (!slices.has(place)) return true
    // What was there before stays until all workloads are.
    return slices.get(place)?.every(({ metadata }) => metadata.name !== name) ?? false
  })
  const addresses = new Addresses([
    ...[...world.serving.values()].map(({ address }) => address),
    ...world.list(podKind).flatMap(({ status }) => text(at(status, 'podIP')) ?? []),
    ...asking.flatMap(({ service }) => addressesIn(world, service)),
  ])
  return together([
    ...asking.map((asked) => planMissing(asked, world, addresses)),
    ...[...slices.values()].flatMap((wanted) => (wanted ?? []).map((slice) => keep(slice, input))),
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

const nameOf = ({ metadata: { namespace = '', name } }: KubeObject): string => `${namespace}/${name}`

function planMissing({ service, keys }: Asked, world: World, addresses: Addresses): Plan {
  const before = addressesIn(world, service)
  return together(
    keys.flatMap((key, index) => {
      if (world.serving.has(key)) return []
      const address = keptAddress(before[index]) ?? addresses.next(key)
      return [actions({ act: 'serve', cluster: wholeOfPods, pod: workloadOf(service, key, address) })]
    }),
  )
}

/** One slice for all workloads whose ports are open under the same numbers; nothing until all of them are there. */
function wantedSlices({ service, keys }: Asked, { serving }: World): readonly KubeObject[] | undefined {
  const places = keys.flatMap((key) => serving.get(key) ?? [])
  if (places.length < keys.length || service.metadata.uid === undefined) return undefined
  const groups = new Map<string, PodPlace[]>(places.length === 0 ? [['{}', []]] : [])
  for (const place of places) {
    const key = JSON.stringify(place.ports)
    groups.set(key, [...(groups.get(key) ?? []), place])
  }
  const { name } = service.metadata
  return [...groups].map(([key, members]) =>
    sliceOf(service, key === '{}' ? `${name}${ending}` : `${name}-${suffix(name, key)}${ending}`, {
      ports: portsOf(service).map((each) => ({
        ...each,
        port: members[0]?.ports[`${each.port}/${each.protocol}`] ?? each.port,
      })),
      endpoints: members.map(({ address }) => ({ addresses: [address], conditions: { ready: true } })),
    }),
  )
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
