import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { FinishedRequest } from '../http/observer.ts'
import type { HttpServing } from '../http/types.ts'

/** What Prometheus is told of one replica. Series are counted per Gateway, never per route or client. */
export interface ReplicaMetrics {
  readonly observeRequest: (request: FinishedRequest) => void
  readonly observeProgrammed: (seconds: number) => void
  /** The same, with its connections counted. */
  readonly counted: (http: HttpServing) => HttpServing
  /** Asked whenever somebody comes for the metrics. */
  readonly setEndpointsAside: (count: () => number) => void
  readonly read: () => Promise<{ readonly text: string; readonly contentType: string }>
}

const requestSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const programmingSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Counts what a replica does. */
export function createReplicaMetrics(): ReplicaMetrics {
  const registry = new Registry()
  const registers = [registry]
  let connections = 0
  let aside = (): number => 0
  const requests = new Counter({
    name: 'sitrep_data_plane_requests_total',
    help: 'Requests that are over, by what was answered; 0 where nothing was',
    labelNames: ['gateway', 'code', 'why'],
    registers,
  })
  const durations = new Histogram({
    name: 'sitrep_data_plane_request_seconds',
    help: 'From the headers of a request to the end of its answer',
    labelNames: ['gateway'],
    buckets: requestSeconds,
    registers,
  })
  const programming = new Histogram({
    name: 'sitrep_data_plane_programming_seconds',
    help: 'How long it took until a change was in force',
    buckets: programmingSeconds,
    registers,
  })
  new Gauge({
    name: 'sitrep_data_plane_http_connections',
    help: 'Connections on which HTTP is spoken now',
    registers,
    collect() {
      this.set(connections)
    },
  })
  new Gauge({
    name: 'sitrep_data_plane_endpoints_aside',
    help: 'Endpoints that are not asked now because they failed',
    registers,
    collect() {
      this.set(aside())
    },
  })
  return {
    observeRequest: ({ gateway, status, why, durationMs }) => {
      requests.inc({ gateway, code: String(status), why })
      durations.observe({ gateway }, durationMs / 1000)
    },
    observeProgrammed: (seconds) => programming.observe(seconds),
    counted: (http) => ({
      drain: (withinMs) => http.drain(withinMs),
      take: (connection, arrival) => {
        connections += 1
        connection.once('close', () => {
          connections -= 1
        })
        http.take(connection, arrival)
      },
    }),
    setEndpointsAside: (count) => {
      aside = count
    },
    read: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  }
}
