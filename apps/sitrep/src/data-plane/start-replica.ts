import { realTiming, startController } from '@sitrep/controller'
import type { Connection, OpenedKubeconfig } from '@sitrep/controller/connection'
import type { ReplicaMetrics, ReplicaServer, ReportBoard } from '@sitrep/data-plane'
import type { Abilities } from '@sitrep/gateway-api'
import type { Catalog } from '@sitrep/status'
import { type Call, CommandError, type Context } from '../command.ts'
import { loadFamilies } from '../families/families.ts'
import { profilesOf } from '../families/profile-of.ts'
import { catalogOf, spokenIn } from '../families/spoken.ts'
import { parsePort, parseProfile } from '../options/option-values.ts'
import { openLog } from '../program/log.ts'
import { logContact, logUnreadable } from '../program/log-sight.ts'
import { dataPlaneKinds, openDataPlaneKind, parseDataPlane } from './data-plane-kinds.ts'

/** The only family whose objects a data plane has to know. */
const familyOfGateways = 'gateway-api'

/** One replica at work. */
export interface Replica {
  /** Where it tells about itself. */
  readonly url: string
  /** Is not ready any more, and goes on. */
  readonly leave: () => void
  /** Takes no new connections, lets those that are open end, and ends. */
  readonly stop: () => Promise<void>
}

/** Starts what `sitrep data-plane` is: an engine that writes nothing, a data plane that it programs, and a door to ask. */
export async function startReplica(
  { connection, namespace }: OpenedKubeconfig,
  { call, context }: { readonly call: Call; readonly context: Context },
): Promise<Replica> {
  const kind = parseDataPlane(call, dataPlaneKinds) ?? 'built-in'
  const log = openLog(String(call.options['log-level'] ?? 'info'))
  const timing = realTiming
  const { createReplicaMetrics, dataPlaneEdge, openServicePlaces, ReportBoard } = await import(
    '@sitrep/data-plane'
  )
  const metrics = createReplicaMetrics()
  const accessLog = call.options['access-log'] === true ? context.print : undefined
  const dataPlane = await openDataPlaneKind(kind, { timing, metrics, ...(accessLog && { accessLog }) })
  const opened = new AsyncDisposableStack()
  try {
    const port = parsePort(call, 'metrics-port', 9091)
    const places = openServicePlaces({
      connection,
      timing,
      namespace: String(call.options['service-namespace'] ?? namespace),
      hosts: String(call.options.address ?? '0.0.0.0').split(','),
      reserved: [port],
      onUnreadable: (why) => log.warn('Services of Gateways cannot be read', { why }),
    })
    opened.defer(places.stop)
    const board = new ReportBoard(timing.now())
    const state: ReplicaState = { synced: () => false, brought: false, ready: false, leaving: false }
    const door = await openDoor({ call, context, port, board, metrics, state })
    opened.defer(door.close)
    const catalog = await catalogFor(connection, { call, context, abilities: dataPlane.abilities })
    const controller = startController({
      connection,
      catalog,
      mode: 'compute',
      timing,
      edges: [
        dataPlaneEdge({
          dataPlane,
          places,
          onError: (error) => log.error('the data plane failed', { why: String(error) }),
          onTold: ({ namespace: home, name }, report) => board.tell(`${home}/${name}`, report),
          onProgrammed: metrics.observeProgrammed,
          onState: (now) => {
            state.brought = now === 'idle'
          },
        }),
      ],
      onUnreadable: (cluster, unread, error) => logUnreadable(log, { cluster, ...unread, error }),
      onContact: (change) => logContact(log, change),
    })
    state.synced = () => controller.synced
    // Its edge closes the data plane. Whoever wants to know how that goes is answered until the end.
    opened.defer(controller.stop)
    log.info('carrying traffic', { server: connection.server, dataPlane: kind, api: door.url })
    return {
      url: door.url,
      leave: () => {
        state.leaving = true
        log.info('stopping', {})
      },
      stop: () => opened.disposeAsync(),
    }
  } catch (error) {
    // What is open would keep the process from ending.
    await opened.disposeAsync()
    await dataPlane.close()
    throw error
  }
}

/** What decides whether a replica is ready. */
interface ReplicaState {
  /** Whether everything that is asked of the cluster has been looked at. */
  synced: () => boolean
  /** Whether everything that was noticed is in force. */
  brought: boolean
  ready: boolean
  leaving: boolean
}

interface Started {
  readonly call: Call
  readonly context: Context
}

// A data plane knows one family, in the language of the cluster.
async function catalogFor(
  connection: Connection,
  { call, context, abilities }: Started & { readonly abilities: Abilities },
): Promise<Catalog> {
  const families = await loadFamilies(context.families.filter(({ name }) => name === familyOfGateways))
  const languages = parseProfile(call.options.profile) ?? (await profilesOf(connection, families))
  return catalogOf(spokenIn(call, families, languages).map((each) => ({ ...each, abilities })))
}

interface Behind extends Started {
  readonly port: number
  readonly board: ReportBoard
  readonly metrics: ReplicaMetrics
  readonly state: ReplicaState
}

async function openDoor({ call, context, port, board, metrics, state }: Behind): Promise<ReplicaServer> {
  const { serveReplica } = await import('@sitrep/data-plane')
  const token = context.env.SITREP_API_TOKEN
  return serveReplica({
    host: String(call.options['metrics-host'] ?? '127.0.0.1'),
    port,
    ...(token !== undefined && { token }),
    reports: board,
    // Once it was ready it stays so: a server that cannot be asked is no reason to send traffic elsewhere.
    ready: () => {
      state.ready ||= state.synced() && state.brought
      return state.ready && !state.leaving
    },
    metrics: metrics.read,
  }).catch((cause: unknown) => {
    throw new CommandError(3, cause instanceof Error ? cause.message : String(cause), { cause })
  })
}
