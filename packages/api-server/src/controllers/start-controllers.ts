import type { Controller, ControllerContext } from './controller.ts'
import { startEventExpiry } from './event-expiry.ts'
import { startGarbageCollector } from './garbage-collector.ts'
import { startNamespaceController } from './namespace-controller.ts'
import { startNamespaceFurniture } from './namespace-furniture.ts'
import { startPodEnding } from './pod-ending.ts'
import { startRoleAggregation } from './role-aggregation.ts'

/** What a cluster does by itself that, elsewhere, takes a controller manager and kubelets. All of it is on by default. */
export interface ControllerSwitches {
  /** Owner references are followed. `false` for tests that expect what a bare kube-apiserver does. */
  readonly garbageCollection?: boolean
  /** Namespaces that are being deleted are emptied and then go. */
  readonly namespaces?: boolean
  /** Every namespace has a ServiceAccount `default`. */
  readonly serviceAccounts?: boolean
  /** How long a Pod on a node takes to end, in ms; `false`: until somebody ends it. */
  readonly podEndingMs?: number | false
  /** How long an Event is kept after something last happened to it, in ms: an hour. */
  readonly eventLifetimeMs?: number
  /** PEM that every namespace finds in the ConfigMap `kube-root-ca.crt`; absent: there is none. */
  readonly authority?: string
}

export function startControllers(
  context: ControllerContext,
  switches: ControllerSwitches,
): readonly Controller[] {
  const {
    garbageCollection = true,
    namespaces = true,
    serviceAccounts = true,
    podEndingMs = 1000,
    eventLifetimeMs = 3_600_000,
    authority,
  } = switches
  return [
    startRoleAggregation(context),
    startEventExpiry(context, eventLifetimeMs),
    ...(garbageCollection ? [startGarbageCollector(context)] : []),
    ...(namespaces ? [startNamespaceController(context)] : []),
    ...(serviceAccounts ? [startNamespaceFurniture(context, authority)] : []),
    ...(podEndingMs === false ? [] : [startPodEnding(context, podEndingMs)]),
  ]
}
