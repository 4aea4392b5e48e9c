import { at, conditionAt, fields, type KubeObject, list, refOf, same, text } from '@sitrep/status'
import { type PodPlace, sharedAddress } from '../echo/types.ts'
import { actions, nothing, type Plan, together } from '../plan/action.ts'
import { suffix } from '../plan/chance.ts'
import type { PlanInput, Planner } from '../plan/input.ts'
import { isDeleting, ownerReference } from '../world/read.ts'
import { portOf, servedKey } from './echo-pod.ts'
import { endpointSliceKind, endpointsAnnotation, podKind, serviceKind } from './kinds.ts'

/** The label that names the Service of a slice. */
export const serviceLabel = 'kubernetes.io/service-name'
const managedBy = {
  label: 'endpointslice.kubernetes.io/managed-by',
  value: 'endpointslice-controller.k8s.io',
}

/** Services that select Pods have EndpointSlices of them. Those that select none are left to whoever made them. */
export const planEndpointSlices: Planner = (input) => {
  const wanted = input.world
    .list(serviceKind)
    .filter(
      (service) => !isDeleting(service) && !(endpointsAnnotation in (service.metadata.annotations ?? {})),
    )
    .flatMap((service) => slicesOf(service, input))
  const names = new Set(wanted.map(placeOf))
  const left = input.world
    .list(endpointSliceKind)
    .filter((slice) => slice.metadata.labels?.[managedBy.label] === managedBy.value)
    .filter((slice) => !names.has(placeOf(slice)) && !isDeleting(slice))
  return together([
    ...wanted.map((slice) => keep(slice, input)),
    ...left.map((slice) => actions({ act: 'delete', ref: refOf(slice) })),
  ])
}

const placeOf = ({ metadata: { namespace = '', name } }: KubeObject): string => `${namespace}/${name}`

/** Makes a slice what it should be. */
export function keep(slice: KubeObject, { world }: Pick<PlanInput, 'world'>): Plan {
  const found = world.get(refOf(slice))
  if (found === undefined) return actions({ act: 'create', object: slice })
  const { endpoints, ports } = fields(slice)
  const before = fields(found)
  if (same(before['endpoints'] ?? [], endpoints) && same(before['ports'] ?? [], ports)) return nothing
  return actions({ act: 'patch', ref: refOf(found), body: { endpoints, ports } })
}

/** One slice for all Pods whose ports are the same: names of ports may mean something else in each. */
function slicesOf(service: KubeObject, { world }: PlanInput): readonly KubeObject[] {
  const selector = Object.entries(fields(at(service.spec, 'selector')))
  if (selector.length === 0) return []
  const { name, namespace = '' } = service.metadata
  const pods = world
    .list(podKind)
    .filter(({ metadata }) => metadata.namespace === namespace)
    .filter(({ metadata }) => selector.every(([label, value]) => metadata.labels?.[label] === value))
    .filter((pod) => isFindable(pod, world))
  const groups = new Map<string, KubeObject[]>()
  for (const pod of pods) {
    const key = JSON.stringify(
      portsOf(service, { pod, ports: world.serving.get(servedKey(pod))?.ports ?? {} }),
    )
    groups.set(key, [...(groups.get(key) ?? []), pod])
  }
  if (groups.size === 0) groups.set(JSON.stringify(portsOf(service)), [])
  return [...groups].map(([key, members]) =>
    labelled(
      sliceOf(service, `${name}-${suffix(name, key)}`, {
        ports: JSON.parse(key),
        endpoints: members.map(endpointOf),
      }),
    ),
  )
}

// Of one that shares its address only whoever serves it knows the ports.
function isFindable(pod: KubeObject, { serving }: PlanInput['world']): boolean {
  const address = text(at(pod.status, 'podIP'))
  return address !== undefined && (address !== sharedAddress || serving.has(servedKey(pod)))
}

const labelled = (slice: KubeObject): KubeObject => ({
  ...slice,
  metadata: { ...slice.metadata, labels: { ...slice.metadata.labels, [managedBy.label]: managedBy.value } },
})

/** The ports of a Service where they lead to in a Pod. */
function portsOf(
  service: KubeObject,
  served?: { readonly pod: KubeObject; readonly ports: PodPlace['ports'] },
): readonly object[] {
  return list(at(service.spec, 'ports')).flatMap((entry) => {
    const { name = '', port, targetPort = port, protocol = 'TCP', appProtocol } = fields(entry)
    const number = served === undefined ? targetPort : portOf(served.pod, targetPort)
    if (typeof number !== 'number') return []
    const opened = served?.ports[`${number}/${protocol}`] ?? number
    return [{ name, port: opened, protocol, ...(appProtocol !== undefined && { appProtocol }) }]
  })
}

function endpointOf(pod: KubeObject): object {
  const { name, namespace = '', uid = '' } = pod.metadata
  const nodeName = text(at(pod.spec, 'nodeName'))
  const serving = conditionAt(pod, 'Ready')?.status === 'True'
  return {
    addresses: [text(at(pod.status, 'podIP')) ?? ''],
    conditions: { ready: serving && !isDeleting(pod), serving, terminating: isDeleting(pod) },
    ...(nodeName !== undefined && { nodeName }),
    targetRef: { kind: podKind.kind, name, namespace, uid },
  }
}

/** A slice of a Service, under this name. */
export function sliceOf(
  service: KubeObject,
  name: string,
  content: { readonly ports: readonly object[]; readonly endpoints: readonly object[] },
): KubeObject {
  const labels = { [serviceLabel]: service.metadata.name }
  const slice = {
    apiVersion: `${endpointSliceKind.group}/v1`,
    kind: endpointSliceKind.kind,
    metadata: {
      name,
      namespace: service.metadata.namespace ?? '',
      labels,
      ownerReferences: [ownerReference(service, 'controller')],
    },
    addressType: 'IPv4',
    ...content,
  }
  return slice
}
