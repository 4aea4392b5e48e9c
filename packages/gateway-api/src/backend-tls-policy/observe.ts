import { at, fields, type KubeObject, list, listed, text, type View, type World } from '@sitrep/status'
import { authorityView } from '../certificates/observe.ts'
import { byService, byTarget } from '../indexes.ts'
import { attachedRouteKind, backendTlsPolicyKind, configMapKind, serviceKind } from '../kinds.ts'
import { nameText } from '../model/names.ts'
import { follow, namespacedNameOf, readReference } from '../references/observe.ts'
import { gatewaysOfRoute } from '../route/observe/attached.ts'
import type { BackendTlsPolicy, PolicyObserved, PolicyStatus, PolicyTarget, RivalPolicy } from './types.ts'

const portNames: View<readonly string[]> = {
  name: 'portNames',
  of: ({ spec }) => list(at(spec, 'ports')).flatMap((port) => text(fields(port)['name']) ?? []),
}

const rivalView: View<RivalPolicy> = {
  name: 'rivalPolicy',
  of: (policy) => ({
    ...namespacedNameOf(policy),
    created: policy.metadata.creationTimestamp ?? '',
    targets: targetsOf(policy),
  }),
}

/** Picks what a BackendTLSPolicy is judged from. */
export function observePolicy(policy: BackendTlsPolicy, world: World<PolicyStatus>): PolicyObserved {
  const { namespace, name } = namespacedNameOf(policy)
  const validation = at(policy.spec, 'validation')
  const targets = targetsOf(policy).map((target) => ({
    ...target,
    ports: world.get(
      { ...serviceKind, namespace, name: target.service.slice(namespace.length + 1) },
      portNames,
    ),
  }))
  return {
    self: { namespace, name, created: policy.metadata.creationTimestamp ?? '' },
    generation: policy.metadata.generation,
    targets,
    authorities: list(at(validation, 'caCertificateRefs')).map((value) => {
      // These references cannot leave their namespace.
      const ref = { ...readReference(value, { ...configMapKind, namespace }), namespace }
      return follow(world, { ref, from: namespace }, { kind: configMapKind, view: authorityView })
    }),
    wellKnownAuthorities: text(at(validation, 'wellKnownCACertificates')),
    rivals: rivalsOf(world, targets),
    gateways: gatewaysOf(world, targets),
    previous: world.previous,
    now: world.now,
  }
}

function targetsOf(policy: KubeObject): readonly Omit<PolicyTarget, 'ports'>[] {
  return list(at(policy.spec, 'targetRefs')).flatMap((entry) => {
    const { group, kind, name, sectionName } = fields(entry)
    if ((group ?? '') !== '' || kind !== serviceKind.kind) return []
    return [{ service: `${policy.metadata.namespace ?? ''}/${name}`, section: text(sectionName) }]
  })
}

const servicesOf = (targets: readonly PolicyTarget[]): readonly string[] => [
  ...new Set(targets.map(({ service }) => service)),
]

function rivalsOf(world: World, targets: readonly PolicyTarget[]): PolicyObserved['rivals'] {
  const found = new Map<string, RivalPolicy>()
  for (const key of servicesOf(targets)) {
    const policies = world.list({ ...backendTlsPolicyKind, by: { index: byTarget, key } }, rivalView)
    if (!policies.read) return policies
    for (const policy of policies.items) found.set(nameText(policy), policy)
  }
  return listed(...found.values())
}

function gatewaysOf(world: World, targets: readonly PolicyTarget[]): PolicyObserved['gateways'] {
  const found = servicesOf(targets).flatMap((key) => {
    const routes = world.list({ ...attachedRouteKind, by: { index: byService, key } }, gatewaysOfRoute)
    return routes.read ? routes.items.flat() : []
  })
  const distinct = new Map(found.map((each) => [each.gateway, each]))
  return [...distinct.values()].sort((a, b) => (a.gateway < b.gateway ? -1 : 1))
}
