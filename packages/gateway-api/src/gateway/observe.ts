import { at, conditionAt, fields, list, text, type View, type World } from '@sitrep/status'
import { certificateView } from '../certificates/observe.ts'
import { reportView } from '../data-plane/observe.ts'
import { byGateway, byTarget } from '../indexes.ts'
import {
  attachedListenerSetKind,
  backendTlsPolicyKind,
  configMapKind,
  dataPlaneReportKind,
  gatewayClassKind,
  gatewayKind,
  secretKind,
} from '../kinds.ts'
import { observeListeners, readListeners } from '../listener/observe.ts'
import type { AttachedListenerSetSpec } from '../listener-set/types.ts'
import { kindedName, nameText } from '../model/names.ts'
import { follow, namespacedNameOf, readReference } from '../references/observe.ts'
import { attachedRouteView, listAttached, readableRouteKinds } from '../route/observe/attached.ts'
import type {
  ClassSeen,
  Gateway,
  GatewayObserved,
  GatewayStatus,
  PolicySeen,
  WantedAddress,
} from './types.ts'

const classForGateway: View<ClassSeen> = {
  name: 'classForGateway',
  of: (object) => ({
    controllerName: text(at(object.spec, 'controllerName')) ?? '',
    refused: conditionAt(object, 'Accepted')?.status === 'False',
  }),
}

const attachedSetView: View<AttachedListenerSetSpec> = {
  name: 'attachedListenerSet',
  of: ({ spec }) => spec as AttachedListenerSetSpec,
}

/** Picks what a Gateway is judged from. */
export function observeGateway(gateway: Gateway, world: World<GatewayStatus>): GatewayObserved {
  const { spec } = gateway
  const self = namespacedNameOf(gateway)
  const className = text(at(spec, 'gatewayClassName')) ?? ''
  const frontend = at(spec, 'tls', 'frontend')
  const parameters = at(spec, 'infrastructure', 'parametersRef')
  const routes = listAttached(world, nameText(self), attachedRouteView)
  return {
    self,
    generation: gateway.metadata.generation,
    className,
    class: world.get({ ...gatewayClassKind, name: className }, classForGateway),
    parameters: parameters === undefined ? undefined : (text(at(parameters, 'kind')) ?? 'nothing'),
    addresses: list(at(spec, 'addresses')).map(readAddress),
    listeners: observeListeners(world, readListeners(spec, self.namespace), {
      namespace: self.namespace,
      gateway: { namespace: self.namespace, frontend },
    }),
    clientCertificate: observeClientCertificate(
      world,
      at(spec, 'tls', 'backend', 'clientCertificateRef'),
      self.namespace,
    ),
    insecureClients: validationsOf(frontend).some((each) => at(each, 'mode') === 'AllowInsecureFallback'),
    sets: world.list(
      { ...attachedListenerSetKind, by: { index: byGateway, key: nameText(self) } },
      attachedSetView,
    ),
    routes,
    readableRoutes: readableRouteKinds(world, kindedName(gatewayKind.kind, self)),
    policies: observePolicies(world, [...new Set(routes.flatMap(({ services }) => services))]),
    report: world.get({ ...dataPlaneReportKind, ...self }, reportView),
    previous: world.previous,
    now: world.now,
  }
}

function readAddress(entry: unknown): WantedAddress {
  const { type, value } = fields(entry)
  return { type: text(type) ?? 'IPAddress', value: text(value) }
}

const validationsOf = (frontend: unknown): readonly unknown[] => [
  at(frontend, 'default', 'validation'),
  ...list(at(frontend, 'perPort')).map((entry) => at(entry, 'tls', 'validation')),
]

function observeClientCertificate(world: World, value: unknown, namespace: string) {
  if (value === undefined) return undefined
  const ref = readReference(value, { ...secretKind, namespace })
  return follow(world, { ref, from: namespace }, { kind: secretKind, view: certificateView })
}

function observePolicies(world: World, services: readonly string[]): readonly PolicySeen[] {
  const found = services.flatMap((key) => {
    const policies = world.list({ ...backendTlsPolicyKind, by: { index: byTarget, key } }, policyForGateway)
    return policies.read ? policies.items : []
  })
  return [...new Map(found.map((policy) => [nameText(policy), policy])).values()]
}

/** A BackendTLSPolicy, as a Gateway sees it: what it asks for, and what is said of it there. */
export const policyForGateway: View<PolicySeen> = {
  name: 'policyForGateway',
  of: (policy) => {
    const { namespace, name } = namespacedNameOf(policy)
    const validation = at(policy.spec, 'validation')
    const wellKnown = text(at(validation, 'wellKnownCACertificates'))
    return {
      namespace,
      name,
      created: policy.metadata.creationTimestamp ?? '',
      targets: list(at(policy.spec, 'targetRefs')).map((entry) => {
        const { name: service, sectionName } = fields(entry)
        return { service: `${namespace}/${service}`, section: text(sectionName) }
      }),
      hostname: text(at(validation, 'hostname')) ?? '',
      subjectAltNames: list(at(validation, 'subjectAltNames')).map(fields),
      authorities: list(at(validation, 'caCertificateRefs')).map((ref) => ({
        ...readReference(ref, { ...configMapKind, namespace }),
        namespace,
      })),
      wellKnownAuthorities: wellKnown,
      reasons: reasonsOf(policy.status, namespace),
    }
  },
}

function reasonsOf(status: unknown, namespace: string): PolicySeen['reasons'] {
  return Object.fromEntries(
    list(at(status, 'ancestors')).flatMap((entry) => {
      const ancestor = readReference(at(entry, 'ancestorRef'), { ...gatewayKind, namespace })
      const accepted = list(at(entry, 'conditions'))
        .map(fields)
        .find(({ type }) => type === 'Accepted')
      if (ancestor.kind !== gatewayKind.kind || accepted === undefined) return []
      return [[nameText(ancestor), accepted['status'] === 'True' ? 'Accepted' : String(accepted['reason'])]]
    }),
  )
}
