import { asLabel, infrastructureMetadata } from '@sitrep/gateway-api'
import { gatewayKind } from '@sitrep/gateway-api/kinds'
import { type KindRef, type KubeObject, refOf } from '@sitrep/status'
import { actions, nothing, together } from '../plan/action.ts'
import type { ObjectPlanner, Planner } from '../plan/input.ts'
import { isDeleting, ownerReference } from '../world/read.ts'
import type { Resource } from '../world/resource.ts'
import { isServed } from './data-plane.ts'

const accountKind: KindRef = { group: '', kind: 'ServiceAccount' }

/** Who infrastructure of Gateways runs as. */
export const accounts: Resource = {
  ...accountKind,
  version: 'v1',
  plural: 'serviceaccounts',
  namespaced: true,
}

/** Each Gateway has infrastructure of its own, of which the account is seen; it carries what the Gateway hands on. */
export const planAccounts: Planner = (input) =>
  together(input.world.list(gatewayKind).map((gateway) => planAccount(gateway, input)))

const planAccount: ObjectPlanner = (gateway, { world }) => {
  if (isDeleting(gateway) || !isServed(gateway, world)) return nothing
  const wanted = accountOf(gateway)
  const found = world.get(refOf(wanted))
  if (found === undefined) return actions({ act: 'create', object: wanted })
  const { labels = {}, annotations = {} } = wanted.metadata
  return holds(found.metadata.labels, labels) && holds(found.metadata.annotations, annotations)
    ? nothing
    : actions({ act: 'patch', ref: refOf(found), body: { metadata: { labels, annotations } } })
}

const holds = (
  present: Readonly<Record<string, string>> | undefined,
  wanted: Readonly<Record<string, string>>,
): boolean => Object.entries(wanted).every(([key, value]) => present?.[key] === value)

function accountOf(gateway: KubeObject): KubeObject {
  const { name, namespace = '' } = gateway.metadata
  return {
    apiVersion: 'v1',
    kind: accountKind.kind,
    metadata: {
      name: `gateway-${asLabel(name)}`,
      namespace,
      ...infrastructureMetadata(gateway),
      ownerReferences: [ownerReference(gateway, 'controller')],
    },
  }
}
