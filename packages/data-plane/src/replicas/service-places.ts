import type { Timing } from '@sitrep/controller'
import type { Connection } from '@sitrep/controller/connection'
import type { AssignedPlace, Places } from '../edge/places.ts'
import { FollowedObjects, services } from './followed-objects.ts'
import { gatewayOfService, portTargets } from './gateway-service.ts'
import { targetPorts } from './target-ports.ts'

/** Where a replica finds what it is to open. */
export interface ServicePlacesOptions {
  readonly connection: Connection
  readonly timing: Timing
  /** Where the Services of Gateways are. */
  readonly namespace: string
  /** The addresses of this replica. */
  readonly hosts: readonly string[]
  /** Ports that this replica has for itself. */
  readonly reserved: readonly number[]
  readonly onUnreadable?: (why: string) => void
}

/** Places as the Services of Gateways say them, so that all replicas open the same ports. */
export interface ServicePlaces extends Places {
  readonly stop: () => Promise<void>
}

/** Follows the Services of Gateways. Nothing gets a place before they have been read once. */
export function openServicePlaces(options: ServicePlacesOptions): ServicePlaces {
  const { connection, timing, namespace, hosts, reserved, onUnreadable } = options
  const listeners = new Set<() => void>()
  let known = ''
  let revision = 0
  const followed: FollowedObjects = new FollowedObjects({
    connection,
    timing,
    resource: services,
    scope: { namespace },
    ...(onUnreadable && { onUnreadable }),
    changed: () => {
      // Addresses and the like concern nobody here.
      const now = JSON.stringify(followed.all.map((each) => [gatewayOfService(each), portTargets(each)]))
      if (now === known) return
      known = now
      revision++
      for (const listen of listeners) listen()
    },
  })
  return {
    async assign(requests) {
      await followed.read
      const configurations = requests.map(({ configuration }) => configuration)
      // A Gateway whose Service is not there yet gets what it is going to get: whoever makes the Service decides alike.
      const decided = targetPorts(configurations, { services: followed.all, reserved })
      return decided.map((ports): AssignedPlace => ({ addresses: [], hosts, ports, unusable: [] }))
    },
    revision: () => revision,
    onChange: (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    stop: () => followed.stop(),
  }
}
