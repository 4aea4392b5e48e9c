import {
  dataPlaneReportKind,
  gatewayClassKind,
  gatewayKind,
  listenerSetKind,
  routeKinds,
} from '@sitrep/gateway-api/kinds'
import { at, type KubeObject, list, number, type ObjectRef, refOf, same, text } from '@sitrep/status'
import { actions, nothing, type Plan, together } from '../plan/action.ts'
import { chance } from '../plan/chance.ts'
import type { ObjectPlanner, Planner } from '../plan/input.ts'
import { clusterNameOf, conditionStatus, isDeleting } from '../world/read.ts'
import type { World } from '../world/world.ts'
import { faults } from './kinds.ts'

// When the report says what is wanted now; it stands on the report, for nothing else of a data plane lies in an API.
const due = 'simulator.sitrep.dev/in-force-at'

/** What the data plane of each Gateway has in force: told as a fact, a while after it was asked for. */
export const planDataPlane: Planner = (input) => {
  const gateways = input.world.list(gatewayKind).filter((gateway) => !isDeleting(gateway))
  const names = new Set(gateways.map(clusterNameOf))
  const gone = input.world
    .list(dataPlaneReportKind)
    .filter((report) => !names.has(clusterNameOf(report)))
    .map((report) => actions({ act: 'tell', fact: { gone: refOf(report) } }))
  return together([...gateways.map((gateway) => planReport(gateway, input)), ...gone])
}

const planReport: ObjectPlanner = (gateway, { world, now, timings, seed }) => {
  const { name, namespace = '' } = gateway.metadata
  const told = world.get({ ...dataPlaneReportKind, namespace, name })
  if (!isServed(gateway, world))
    return told === undefined ? nothing : actions({ act: 'tell', fact: { gone: refOf(told) } })
  const wanted = reportOn(gateway, world)
  if (same(told?.status, wanted)) return nothing
  const written = Date.parse(told?.metadata.annotations?.[due] ?? '')
  if (written > now) return { actions: [], wakeAt: written }
  const takesMs = timings['dataPlaneMs'] ?? 0
  if (!Number.isNaN(written) || takesMs <= 0) return tell(gateway, wanted)
  // Until then it goes on with what it had; in the beginning that is nothing.
  const spread = timings.variation * (2 * chance(seed, namespace, name) - 1)
  const wakeAt = Math.round(now + takesMs * (1 + spread))
  const annotations = { [due]: new Date(wakeAt).toISOString() }
  return { ...tell(gateway, told?.status ?? idle, annotations), wakeAt }
}

const idle = { addresses: [], listeners: [], generations: {} }

function tell(
  { metadata: { name, namespace = '' } }: KubeObject,
  status: unknown,
  annotations?: Readonly<Record<string, string>>,
): Plan {
  const metadata = { name, namespace, ...(annotations && { annotations }) }
  const apiVersion = `${dataPlaneReportKind.group}/v1alpha1`
  return actions({
    act: 'tell',
    fact: { object: { apiVersion, kind: dataPlaneReportKind.kind, metadata, status } },
  })
}

/** Whether somebody has taken the class of a Gateway: whoever has, has a data plane for it. */
export function isServed({ spec }: KubeObject, world: World): boolean {
  const taken = world.get({ ...gatewayClassKind, name: text(at(spec, 'gatewayClassName')) ?? '' })
  return taken !== undefined && conditionStatus(taken, 'Accepted') === 'True'
}

/** What a data plane that has caught up tells of a Gateway. */
function reportOn(gateway: KubeObject, world: World): object {
  const annotations = gateway.metadata.annotations ?? {}
  const noResources = annotations[faults.resources]
  if (noResources !== undefined) return { ...idle, noResources }
  const ports = new Set((annotations[faults.ports] ?? '').split(',').map((port) => port.trim()))
  const sets = world
    .list(listenerSetKind)
    .filter((set) => leadsTo(at(set.spec, 'parentRef'), set, refOf(gateway)))
  const owners = [gateway, ...sets]
  const routes = routeKinds
    .flatMap((kind) => world.list(kind))
    .filter((route) =>
      list(at(route.spec, 'parentRefs')).some((parent) =>
        owners.some((owner) => leadsTo(parent, route, refOf(owner))),
      ),
    )
  return {
    addresses: addressesOf(gateway),
    listeners: owners.flatMap((owner) => listenersOf(owner, ports)),
    generations: Object.fromEntries([...owners, ...routes].map(generationOf)),
  }
}

const leadsTo = (reference: unknown, from: KubeObject, to: ObjectRef): boolean =>
  text(at(reference, 'name')) === to.name &&
  (text(at(reference, 'kind')) ?? gatewayKind.kind) === to.kind &&
  (text(at(reference, 'namespace')) ?? from.metadata.namespace) === to.namespace

const generationOf = ({ kind, metadata }: KubeObject): readonly [string, number] => [
  `${kind}/${metadata.namespace ?? ''}/${metadata.name}`,
  metadata.generation ?? 0,
]

// Names below localhost lead to this machine, whoever resolves them.
function addressesOf({ metadata: { name, namespace }, spec }: KubeObject): readonly object[] {
  const asked = list(at(spec, 'addresses')).flatMap((entry) => {
    const value = text(at(entry, 'value'))
    return value === undefined ? [] : [{ type: text(at(entry, 'type')) ?? 'IPAddress', value }]
  })
  return asked.length > 0 ? asked : [{ type: 'Hostname', value: `${name}.${namespace}.localhost` }]
}

function listenersOf(owner: KubeObject, unavailable: ReadonlySet<string>): readonly object[] {
  const prefix = owner.kind === listenerSetKind.kind ? `${owner.kind}/${clusterNameOf(owner)}/` : ''
  return list(at(owner.spec, 'listeners')).map((entry) => {
    const taken = unavailable.has(String(number(at(entry, 'port')) ?? ''))
    return {
      name: `${prefix}${text(at(entry, 'name')) ?? ''}`,
      bound: !taken,
      probed: !taken,
      ...(taken && { portUnavailable: true }),
    }
  })
}
