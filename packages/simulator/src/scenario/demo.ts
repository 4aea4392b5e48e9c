import { parseScenario } from './parse.ts'
import type { Scenario } from './types.ts'

const text = `
name: demo
seed: demo

timings:
  clusterInfrastructure: 4s
  bootstrap: 2s
  machineInfrastructure: 8s
  nodeJoin: 4s
  deletion: 5s

clusters:
  # Comes up, is well, and then replaces all of its workers.
  - name: payments
    namespace: fleet
    controlPlane: 3
    workers:
      - { name: web, replicas: 5, maxSurge: 1, maxUnavailable: 0 }
      - { name: batch, replicas: 2 }
  # Wants one worker less, which a disruption budget does not let go.
  - name: search
    namespace: fleet
    controlPlane: 1
    workers:
      - { name: index, replicas: 3 }
  # Nobody gets through to it any more, although it runs.
  - name: factory
    namespace: edge
    controlPlane: 1
    workers:
      - { name: line, replicas: 2 }
    healthCheck: 5m
  # Is being created, and waits for a quota.
  - name: labs
    namespace: fleet
    at: 70s
    controlPlane: 3
    workers:
      - { name: gpu, replicas: 3 }

# Is to be larger, which its provider is not allowed to do.
databases:
  - { name: orders, namespace: shop, size: 10 }

timeline:
  - at: 60s
    block-drain: { cluster: search, group: index }
  - at: 65s
    scale: { cluster: search, group: index, replicas: 2 }
  - at: 65s
    lose-connection: { cluster: factory }
  - at: 75s
    rollout: { cluster: payments, group: web }
  - at: 80s
    exceed-quota: { cluster: labs, for: 5m }
  - at: 85s
    refuse-updates: { database: shop/orders, message: must be owner of database orders, for: 15m }
  - at: 90s
    resize-database: { database: shop/orders, size: 20 }
  - at: 4m
    break-node: { cluster: payments, group: batch, fault: DiskPressure, for: 2m }
  - at: 5m
    rollout: { cluster: payments, group: web }
  - at: 10m
    upgrade: { cluster: payments, version: v1.36.1 }
`

/**
 * A small fleet in which one cluster is being created, one rolls out, one has a drain that is blocked, and one lost its
 * connection; and a database that cannot be changed.
 */
export const demoScenario: Scenario = parseScenario(text, 'demo')
