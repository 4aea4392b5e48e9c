import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { jsonAnswer, type OpenStream, type ReadAnswer, type Route } from '@sitrep/controller'
import type { FleetAnswer } from '@sitrep/dashboard'
import { formatRef, managementCluster, type ObjectRef } from '@sitrep/status'
import { objectAnswer } from './answers/object-answer.ts'
import { rulesAnswer } from './answers/rules-answer.ts'
import { timelineAnswer } from './answers/timeline-answer.ts'
import { transitionsAnswer } from './answers/transition-answer.ts'
import { bounded } from './bounded.ts'
import type { ChangeLog } from './change-log.ts'
import type { KeptFleet } from './fleet/kept-fleet.ts'
import type { DashboardWorld } from './world/dashboard-world.ts'

/** What the page asks for, and the stream that keeps it up to date. */
export interface Dashboard {
  readonly routes: Readonly<Record<string, Route>>
  readonly streams: Readonly<Record<string, OpenStream>>
}

export interface DashboardParts {
  readonly world: DashboardWorld
  readonly fleet: KeptFleet
  readonly log: ChangeLog
}

/** The answers of the dashboard over a world. */
export function dashboardOver({ world, fleet, log }: DashboardParts): Dashboard {
  const answerFleet = fleetRoute({ world, fleet, log })
  return {
    routes: {
      '/api/v1/fleet': (_, { gzip: compressed }) => answerFleet(compressed),
      '/api/v1/object': async (query) => forObject(query, (ref) => objectAnswer(ref, world, log.last)),
      '/api/v1/timeline': async (query) => {
        const since = timeIn(query.get('since'))
        if (since === null) return refused(400, `since=${query.get('since')} is no time`)
        return forObject(query, async (ref) => timelineAnswer(ref, world, since))
      },
      '/api/v1/transitions': (query) => {
        const [before, limit] = [countIn(query.get('before')), countIn(query.get('limit'))]
        if (before === null || limit === null) return refused(400, 'before and limit are whole numbers')
        const asked = { ...(before !== undefined && { before }), ...(limit !== undefined && { limit }) }
        return jsonAnswer(transitionsAnswer(world.past, asked, log.last))
      },
      '/api/v1/rules': (query) => {
        const [group, kind] = [query.get('group') ?? '', query.get('kind') ?? '']
        const ref = refIn(query)
        const answer = rulesAnswer({ ...(kind !== '' && { group, kind }), ...(ref && { ref }) }, world)
        return answer === undefined ? notThere(ref) : jsonAnswer(answer)
      },
    },
    streams: { '/api/v1/dashboard/changes': log.open },
  }
}

const refused = (status: number, error: string): ReadAnswer =>
  jsonAnswer({ error: bounded(error, 500) }, status)

const notThere = (ref: ObjectRef | undefined): ReadAnswer =>
  refused(404, `There is no ${ref === undefined ? 'such object' : formatRef(ref)}`)

async function forObject(
  query: URLSearchParams,
  answer: (ref: ObjectRef) => Promise<unknown>,
): Promise<ReadAnswer> {
  const ref = refIn(query)
  if (ref === undefined) return refused(400, 'Name group, kind, namespace and name')
  const found = await answer(ref)
  return found === undefined ? notThere(ref) : jsonAnswer(found)
}

function refIn(query: URLSearchParams): ObjectRef | undefined {
  const [group, kind, namespace, name, cluster] = ['group', 'kind', 'namespace', 'name', 'cluster'].map(
    (part) => query.get(part) ?? '',
  ) as [string, string, string, string, string]
  if (kind === '' || name === '') return undefined
  return {
    ...(cluster !== managementCluster && { cluster }),
    group,
    kind,
    ...(namespace !== '' && { namespace }),
    name,
  }
}

// Milliseconds or RFC 3339; null: it is neither.
function timeIn(text: string | null): number | undefined | null {
  if (text === null || text === '') return undefined
  const time = /^\d+$/.test(text) ? Number(text) : Date.parse(text)
  return Number.isSafeInteger(time) && Math.abs(time) < latest ? time : null
}

// No date lies further away.
const latest = 8.64e15

function countIn(text: string | null): number | undefined | null {
  if (text === null || text === '') return undefined
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null
}

/** The whole fleet as it is now. */
export const fleetAnswer = ({ world, fleet, log }: DashboardParts): FleetAnswer => ({
  upTo: log.last,
  ...(world.at !== undefined && { at: world.at }),
  rows: fleet.rows(),
  unseen: world.unseen(),
})

// Smaller answers arrive as fast as they are.
const worthCompressing = 20_000
const compress = promisify(gzip)

/** The whole fleet, made into text once for all who ask between two changes. */
function fleetRoute({ world, fleet, log }: DashboardParts): (compressed: boolean) => Promise<ReadAnswer> {
  let kept: { readonly upTo: number; readonly unseen: string; readonly body: Buffer } | undefined
  let packed: { readonly of: Buffer; readonly body: Promise<Buffer> } | undefined
  return async (compressed) => {
    const unseen = world.unseen()
    if (kept === undefined || kept.upTo !== log.last || kept.unseen !== unseen.join('\n')) {
      const answer = fleetAnswer({ world, fleet, log })
      kept = { upTo: log.last, unseen: unseen.join('\n'), body: Buffer.from(`${JSON.stringify(answer)}\n`) }
    }
    const { body } = kept
    const plain = { status: 200, type: 'application/json', headers: { vary: 'accept-encoding' } }
    if (!compressed || body.length < worthCompressing) return { ...plain, body }
    if (packed?.of !== body) packed = { of: body, body: compress(body, { level: 3 }) }
    return { ...plain, body: await packed.body, headers: { ...plain.headers, 'content-encoding': 'gzip' } }
  }
}
