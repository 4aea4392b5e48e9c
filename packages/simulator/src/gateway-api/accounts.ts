import { gatewayGroup, gatewayKind } from '@sitrep/gateway-api/kinds'
import { at, fields, type KindRef, type KubeObject, refOf } from '@sitrep/status'
import { actions, nothing, together } from '../plan/action.ts'
import { suffix } from '../plan/chance.ts'
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

// Names of Gateways may be longer than a label can be, and than a name that says whose account it is.
const mostOfName = 54

const shortened = (name: string): string =>
  name.length <= 63 ? name : `${name.slice(0, mostOfName)}-${suffix(name)}`

function accountOf(gateway: KubeObject): KubeObject {
  const { name, namespace = '' } = gateway.metadata
  const infrastructure = at(gateway.spec, 'infrastructure')
  return {
    apiVersion: 'v1',
    kind: accountKind.kind,
    metadata: {
      name: `gateway-${shortened(name)}`,
      namespace,
      labels: { ...texts(at(infrastructure, 'labels')), [`${gatewayGroup}/gateway-name`]: shortened(name) },
      annotations: texts(at(infrastructure, 'annotations')),
      ownerReferences: [ownerReference(gateway, 'controller')],
    },
  }
}

const texts = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields(value)).flatMap(([key, each]) => (typeof each === 'string' ? [[key, each]] : [])),
  )
