import { endpointSliceKind, serviceKind } from '@sitrep/gateway-api/kinds'
import { at, fields, type KubeObject, list, number, refOf, same, text } from '@sitrep/status'
import { actions, nothing, together } from '../plan/action.ts'
import type { ObjectPlanner, Planner } from '../plan/input.ts'
import { ownerReference } from '../world/read.ts'
import { endpointsAnnotation } from './kinds.ts'

/** Workloads behind Services that ask for some: all that is seen of them is where they answer. */
export const planEndpoints: Planner = (input) => {
  const { world } = input
  const left = world
    .list(endpointSliceKind)
    .filter(({ metadata: { name, namespace = '' } }) => {
      const service = name.endsWith(ending) ? name.slice(0, -ending.length) : undefined
      return service !== undefined && world.get({ ...serviceKind, namespace, name: service }) === undefined
    })
    .map((slice) => actions({ act: 'delete', ref: refOf(slice) }))
  return together([...world.list(serviceKind).map((service) => planSlice(service, input)), ...left])
}

const ending = '-simulated'

const planSlice: ObjectPlanner = (service, { world }) => {
  const wanted = Number(service.metadata.annotations?.[endpointsAnnotation])
  if (!Number.isInteger(wanted)) return nothing
  const slice = sliceOf(service, wanted)
  const found = world.get(refOf(slice))
  if (found === undefined) return actions({ act: 'create', object: slice })
  const { endpoints } = fields(slice)
  if (same(fields(found)['endpoints'] ?? [], endpoints)) return nothing
  return actions({ act: 'patch', ref: refOf(found), body: { endpoints } })
}

function sliceOf(service: KubeObject, count: number): KubeObject {
  const { name, namespace = '' } = service.metadata
  const slice = {
    apiVersion: `${endpointSliceKind.group}/v1`,
    kind: endpointSliceKind.kind,
    metadata: {
      name: `${name}${ending}`,
      namespace,
      labels: { 'kubernetes.io/service-name': name },
      ownerReferences: [ownerReference(service, 'controller')],
    },
    addressType: 'IPv4',
    ports: list(at(service.spec, 'ports')).map((port) => ({
      name: text(at(port, 'name')) ?? '',
      port: number(at(port, 'targetPort')) ?? number(at(port, 'port')) ?? 0,
      protocol: text(at(port, 'protocol')) ?? 'TCP',
    })),
    endpoints: Array.from({ length: count }, (_, index) => ({
      addresses: [`127.0.1.${index + 1}`],
      conditions: { ready: true },
    })),
  }
  return slice
}
