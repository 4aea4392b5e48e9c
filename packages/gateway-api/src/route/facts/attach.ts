import type { Reading } from '@sitrep/status'
import type { Abilities } from '../../abilities.ts'
import type { RouteKindName } from '../../kinds.ts'
import { servedRouteKinds } from '../../listener/facts/served-kinds.ts'
import type { AllowedNamespaces, ListenerSpec } from '../../listener/types.ts'
import { type SharedHostname, sharedHostnames } from '../../model/hostnames.ts'
import { type Labels, picks } from '../../model/selector.ts'

/** A listener that takes a route, and the hostnames that it takes it for. */
export interface Attachment {
  readonly listener: ListenerSpec
  /** Empty for protocols that know no hostnames. */
  readonly hostnames: readonly SharedHostname[]
}

export const refusalReasons = [
  'NoMatchingParent',
  'NotAllowedByListeners',
  'NoMatchingListenerHostname',
] as const

/** Where a route ends up at one parent. */
export type Attaching =
  | { readonly attached: readonly Attachment[] }
  | { readonly refused: (typeof refusalReasons)[number]; readonly message: string }
  | { readonly unreadable: string }

/** A route, as listeners look at it. */
export interface Applicant {
  readonly kind: RouteKindName
  readonly namespace: string
  readonly hostnames: readonly string[]
  readonly labels: Reading<Labels> | undefined
  readonly sectionName: string | undefined
  readonly port: number | undefined
}

/** The listeners of one parent. */
export interface Host {
  readonly namespace: string
  readonly listeners: readonly ListenerSpec[]
}

/** Asks every listener of a parent in stages. One that takes the route is enough; otherwise the furthest stage says why not. */
export function attach(route: Applicant, host: Host, abilities: Abilities): Attaching {
  const selected = host.listeners.filter(
    ({ name, port }) =>
      (route.sectionName === undefined || route.sectionName === name) &&
      (route.port === undefined || route.port === port),
  )
  if (selected.length === 0) return refusal('NoMatchingParent', 'No listener has this section name and port')
  const serving = selected.filter((listener) =>
    servedRouteKinds(listener, abilities).served.includes(route.kind),
  )
  if (serving.length === 0) return refusal('NotAllowedByListeners', `No listener serves a ${route.kind}`)
  const answers = serving.map((listener) => ({
    listener,
    admits: admitsNamespace(listener.allowedRoutes.namespaces, route, host.namespace),
  }))
  const admitting = answers.filter(({ admits }) => admits === true)
  const attached = admitting.flatMap(({ listener }): readonly Attachment[] => {
    if (!knowsHostnames(listener)) return [{ listener, hostnames: [] }]
    const hostnames = sharedHostnames(listener.hostname, route.hostnames)
    return hostnames.length === 0 ? [] : [{ listener, hostnames }]
  })
  if (attached.length > 0) return { attached }
  if (answers.some(({ admits }) => admits === undefined))
    return { unreadable: route.labels?.read === false ? route.labels.why : `Namespace ${route.namespace}` }
  return admitting.length === 0
    ? refusal('NotAllowedByListeners', `No listener takes routes from namespace ${route.namespace}`)
    : refusal('NoMatchingListenerHostname', 'No hostname of the route belongs to a listener')
}

const refusal = (refused: (typeof refusalReasons)[number], message: string): Attaching => ({
  refused,
  message,
})

/** Whether something from a namespace is taken; nothing where that cannot be told. */
export function admitsNamespace(
  { from, selector }: AllowedNamespaces,
  { namespace, labels }: Pick<Applicant, 'namespace' | 'labels'>,
  home: string,
): boolean | undefined {
  switch (from) {
    case 'All':
      return true
    case 'Same':
      return namespace === home
    case 'Selector':
      if (labels?.read !== true) return undefined
      return labels.item !== undefined && picks(selector, labels.item)
    default:
      return false
  }
}

/** Whether routes are told apart by hostname on this listener. */
export const knowsHostnames = ({ protocol }: ListenerSpec): boolean => !['TCP', 'UDP'].includes(protocol)
