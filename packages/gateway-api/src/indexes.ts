import { at, fields, type IndexDefinition, type KindRef, list, text } from '@sitrep/status'
import { inForceKeys } from './data-plane/observe.ts'
import {
  attachedListenerSetKind,
  attachedRouteKind,
  backendTlsPolicyKind,
  dataPlaneReportKind,
  gatewayGroup,
  listenerSetKind,
  routeKinds,
} from './kinds.ts'
import { kindedName } from './model/names.ts'
import { readParentReference } from './references/observe.ts'

/** Routes by their parents, and ListenerSets by their Gateway: `Gateway/infra/edge`. */
export const byParent = 'gatewayApiParent'

/** Attached routes and ListenerSets by the Gateway whose traffic they take, `infra/edge`, and routes by the set as well, `ListenerSet/shop/extra`. */
export const byGateway = 'gatewayApiGateway'

/** Attached routes by the Services that they lead to: `shop/cart`. */
export const byService = 'gatewayApiService'

/** Policies by the Services that they are about: `shop/cart`. */
export const byTarget = 'gatewayApiTarget'

/** Reports by what they have in force: `HTTPRoute/shop/cart@3`. */
export const byInForce = 'gatewayApiInForce'

const byParents = (kind: KindRef, path: 'parentRefs' | 'parentRef'): IndexDefinition => ({
  kind,
  name: byParent,
  keys: ({ spec, metadata }) => {
    const given = at(spec, path)
    const parents = (Array.isArray(given) ? given : [given]).map((value) =>
      readParentReference(value, metadata.namespace ?? ''),
    )
    const own = parents.filter(({ group }) => group === gatewayGroup)
    return [...new Set(own.map((parent) => kindedName(parent.kind, parent)))]
  },
})

const texts = (value: unknown): readonly string[] => list(value).flatMap((each) => text(each) ?? [])

/** What is looked up, so that work does not grow with the world. */
export const indexes: readonly IndexDefinition[] = [
  ...routeKinds.map((kind) => byParents(kind, 'parentRefs')),
  byParents(listenerSetKind, 'parentRef'),
  {
    kind: attachedRouteKind,
    name: byGateway,
    keys: ({ spec }) => [
      ...new Set(
        list(at(spec, 'attachments')).flatMap((entry) => {
          const { gateway, set } = fields(entry)
          return set === undefined ? [`${gateway}`] : [`${gateway}`, `${listenerSetKind.kind}/${set}`]
        }),
      ),
    ],
  },
  { kind: attachedListenerSetKind, name: byGateway, keys: ({ spec }) => [String(at(spec, 'gateway'))] },
  { kind: attachedRouteKind, name: byService, keys: ({ spec }) => texts(at(spec, 'services')) },
  {
    kind: backendTlsPolicyKind,
    name: byTarget,
    keys: ({ spec, metadata }) => [
      ...new Set(
        list(at(spec, 'targetRefs')).flatMap((entry) => {
          const { group, kind, name } = fields(entry)
          return (group ?? '') === '' && kind === 'Service' ? [`${metadata.namespace ?? ''}/${name}`] : []
        }),
      ),
    ],
  },
  { kind: dataPlaneReportKind, name: byInForce, keys: inForceKeys },
]
