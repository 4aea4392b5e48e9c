import type { FinishedRequest } from '../http/observer.ts'

/** Up to how many seconds a request may have taken to be counted in each. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** Counts requests, and says so in the text that Prometheus reads. */
export interface RequestMetrics {
  readonly add: (request: FinishedRequest) => void
  readonly format: () => string
}

interface Series {
  readonly labels: string
  count: number
  seconds: number
  received: number
  sent: number
  readonly within: number[]
}

/**
 * Creates counters by Gateway, listener, route, class of status and why it ended so. All of these come from the configuration or from a
 * closed list: no client can make a series of its own.
 */
export function createRequestMetrics(): RequestMetrics {
  const all = new Map<string, Series>()
  return {
    add: (request) => {
      const series = seriesOf(all, request)
      const seconds = request.durationMs / 1_000
      series.count += 1
      series.seconds += seconds
      series.received += request.receivedBytes
      series.sent += request.sentBytes
      const first = buckets.findIndex((limit) => seconds <= limit)
      if (first >= 0) series.within[first] = (series.within[first] ?? 0) + 1
    },
    format: () => {
      const sorted = [...all.values()].sort((a, b) => (a.labels < b.labels ? -1 : 1))
      return sorted.length === 0 ? '' : `${[...counters(sorted), ...histogram(sorted)].join('\n')}\n`
    },
  }
}

function seriesOf(all: Map<string, Series>, request: FinishedRequest): Series {
  const { gateway, listener = '', route = '', status, why } = request
  const code = status === 0 ? 'none' : `${Math.floor(status / 100)}xx`
  const labels = Object.entries({ gateway, listener, route, code, why })
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, escapes)}"`)
    .join(',')
  const known = all.get(labels)
  if (known !== undefined) return known
  const series = { labels, count: 0, seconds: 0, received: 0, sent: 0, within: buckets.map(() => 0) }
  all.set(labels, series)
  return series
}

const escapes = (character: string): string => (character === '\n' ? '\\n' : `\\${character}`)

const about = [
  ['sitrep_gateway_requests_total', 'Requests that are over.', 'count'],
  ['sitrep_gateway_received_bytes_total', 'Bytes of bodies that clients sent.', 'received'],
  ['sitrep_gateway_sent_bytes_total', 'Bytes of bodies that clients were sent.', 'sent'],
] as const

const counters = (all: readonly Series[]): readonly string[] =>
  about.flatMap(([name, help, field]) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} counter`,
    ...all.map((series) => `${name}{${series.labels}} ${series[field]}`),
  ])

function histogram(all: readonly Series[]): readonly string[] {
  const name = 'sitrep_gateway_request_seconds'
  return [
    `# HELP ${name} How long requests took, with their answers.`,
    `# TYPE ${name} histogram`,
    ...all.flatMap(({ labels, count, seconds, within }) => {
      let sum = 0
      const lines = buckets.map((limit, index) => {
        sum += within[index] ?? 0
        return `${name}_bucket{${labels},le="${limit}"} ${sum}`
      })
      return [
        ...lines,
        `${name}_bucket{${labels},le="+Inf"} ${count}`,
        `${name}_sum{${labels}} ${seconds}`,
        `${name}_count{${labels}} ${count}`,
      ]
    }),
  ]
}
