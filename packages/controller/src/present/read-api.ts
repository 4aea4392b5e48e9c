import { type Engine, type Explanation, factGroup, type StatusChange } from '@sitrep/engine'
import { type KubeObject, kindKey, managementCluster, type ObjectRef } from '@sitrep/status'
import { reportOn } from './comparison-report.ts'
import type { Disagreements } from './disagreements.ts'
import type { OpenStream } from './event-streams.ts'
import type { History } from './history.ts'
import type { Metrics } from './metrics.ts'
import { readinessOf, type Sight } from './readiness.ts'
import { type AskedFor, answerBy, jsonAnswer, type ReadAnswer, type Route, textAnswer } from './routes.ts'
import { schemas } from './schemas.ts'

/** What the read-only API answers from. */
export interface ReadApiOptions {
  readonly engine: Engine
  readonly history: History
  readonly metrics: Metrics
  readonly disagreements: Disagreements
  readonly now: () => number
  /** What can be seen now. */
  readonly sight: () => Sight
  /** What is wrong anywhere, each with its first cause; left out: that is not served. */
  readonly trouble?: () => Promise<unknown>
  /** The explanation of a condition in one sentence. */
  readonly sentenceOf?: (explanation: Explanation) => string
  /** What else is answered, by path. */
  readonly further?: Readonly<Record<string, Route>>
  /** Streams that are served beside the answers: they are listed with them. */
  readonly streams?: Readonly<Record<string, OpenStream>>
}

type OwnRoute = (
  query: URLSearchParams,
  options: ReadApiOptions & Pick<AskedFor, 'stranger'>,
) => ReadAnswer | Promise<ReadAnswer>

const routes: Readonly<Record<string, OwnRoute>> = {
  '/healthz': () => textAnswer('ok'),
  '/readyz': readyz,
  '/metrics': async (_, { metrics }) => ({
    status: 200,
    type: metrics.contentType,
    body: await metrics.text(),
  }),
  '/api/v1/objects': (query, options) => jsonAnswer({ items: objects(query, options) }),
  '/api/v1/facts': (_, options) => jsonAnswer({ items: facts(options) }),
  '/api/v1/trouble': async (_, { trouble }) =>
    trouble === undefined
      ? jsonAnswer({ error: 'Nobody looks for trouble here' }, 404)
      : jsonAnswer(await trouble()),
  '/api/v1/explain': explain,
  '/api/v1/history': timeline,
  '/api/v1/disagreements': (_, { disagreements, now }) => jsonAnswer(reportOn(disagreements, now())),
  '/api/v1/sight': (_, { sight }) => jsonAnswer(seen(sight())),
  '/api/v1/schemas': () => jsonAnswer(schemas),
}

/** Answers one request. Nothing that is asked here changes anything. */
export async function answerRead(asked: AskedFor, options: ReadApiOptions): Promise<ReadAnswer> {
  const own = Object.entries(routes).map(([path, route]): readonly [string, Route] => [
    path,
    (query, { stranger }) => route(query, { ...options, stranger }),
  ])
  const all = Object.fromEntries([...own, ...Object.entries(options.further ?? {})])
  return answerBy(all, asked, [...Object.keys(options.streams ?? {}), '/api/v1/changes'])
}

// To strangers what is in the way is not told in full.
function readyz(
  _: URLSearchParams,
  { sight, stranger }: ReadApiOptions & Pick<AskedFor, 'stranger'>,
): ReadAnswer {
  const { ready, lines } = readinessOf(sight(), stranger ? 'brief' : 'full')
  return textAnswer(lines.join('\n'), ready ? 200 : 503)
}

function seen({ server, management, clusters, waiting, unread, faults = [], share, seat }: Sight): unknown {
  const { cluster: _, ...contact } = management === undefined ? { cluster: '' } : withTime(management)
  return {
    management: { server, ...contact },
    clusters: clusters.map(withTime),
    waiting,
    unread: unread.map(withTime),
    ...(share && { share }),
    ...(seat && { seat: { ...seat, ...(seat.trouble && { trouble: withTime(seat.trouble) }) } }),
    faults: faults.map(({ last, ...fault }) => ({ ...withTime(fault), last: new Date(last).toISOString() })),
  }
}

const withTime = <Told extends { readonly since: number }>(
  told: Told,
): Omit<Told, 'since'> & { since: string } => ({
  ...told,
  since: new Date(told.since).toISOString(),
})

function objects(query: URLSearchParams, { engine }: ReadApiOptions): readonly unknown[] {
  const wanted = refIn(query)
  const items: { ref: ObjectRef; status: unknown }[] = []
  for (const { ref, object } of engine.objects(
    wanted.kind === undefined ? undefined : { group: wanted.group ?? '', kind: wanted.kind },
  )) {
    if (engine.claims(ref).length === 0) continue
    if (wanted.namespace !== undefined && ref.namespace !== wanted.namespace) continue
    if (wanted.name !== undefined && ref.name !== wanted.name) continue
    items.push({ ref, status: object.status })
  }
  return items.sort((a, b) => (sortKey(a.ref) < sortKey(b.ref) ? -1 : 1))
}

// What somebody saw outside the API, as whole objects: whoever makes a bundle cannot see it again.
function facts({ engine }: ReadApiOptions): readonly KubeObject[] {
  const found: { ref: ObjectRef; object: KubeObject }[] = []
  for (const { ref, object, made } of engine.objects())
    if (ref.group === factGroup && made !== true && (ref.cluster ?? '') === managementCluster)
      found.push({ ref, object })
  return found.sort((a, b) => (sortKey(a.ref) < sortKey(b.ref) ? -1 : 1)).map(({ object }) => object)
}

const sortKey = (ref: ObjectRef): string => `${kindKey(ref)} ${ref.namespace ?? ''}/${ref.name}`

function explain(query: URLSearchParams, { engine, sentenceOf }: ReadApiOptions): ReadAnswer {
  const ref = wholeRef(query)
  const type = query.get('type')
  if (ref === undefined || type === null)
    return jsonAnswer({ error: 'Name group, kind, namespace, name and type' }, 400)
  const explanation = engine.explain(ref, type)
  return explanation === undefined
    ? jsonAnswer({ error: `There is no ${ref.kind} ${ref.namespace ?? ''}/${ref.name}` }, 404)
    : jsonAnswer({ ...(sentenceOf && { sentence: sentenceOf(explanation) }), ...explanation })
}

function timeline(query: URLSearchParams, { history }: ReadApiOptions): ReadAnswer {
  const ref = wholeRef(query)
  if (ref === undefined) return jsonAnswer({ error: 'Name group, kind, namespace and name' }, 400)
  const since = query.get('since')
  const at = since === null ? 0 : Date.parse(since)
  if (Number.isNaN(at)) return jsonAnswer({ error: `since=${since} is no RFC 3339 time` }, 400)
  return jsonAnswer({ items: history.timeline(ref, { since: at }) })
}

function refIn(query: URLSearchParams): Partial<Record<'group' | 'kind' | 'namespace' | 'name', string>> {
  const keys = ['group', 'kind', 'namespace', 'name'] as const
  return Object.fromEntries(keys.flatMap((key) => (query.has(key) ? [[key, query.get(key)]] : [])))
}

function wholeRef(query: URLSearchParams): ObjectRef | undefined {
  const { group = '', kind, namespace, name } = refIn(query)
  if (kind === undefined || name === undefined) return undefined
  return { group, kind, name, ...(namespace !== undefined && namespace !== '' && { namespace }) }
}

/** One event of the stream of changes. */
export const changeEvent = ({ ref, status, because, problems }: StatusChange, at: number): string =>
  `event: status\ndata: ${JSON.stringify({ at: new Date(at).toISOString(), ref, status: status ?? null, because, problems: problems.map(({ problem }) => problem) })}\n\n`
