import { realTiming, startController } from '@sitrep/controller'
import type { OpenedKubeconfig } from '@sitrep/controller/connection'
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
  const { createReplicaMetrics, dataPlaneEdge, openServicePlaces, ReportBoard, serveReplica } = await import(
    '@sitrep/data-plane'
  )
  const metrics = createReplicaMetrics()
  const accessLog = call.options['access-log'] === true ? context.print : undefined
  const dataPlane = await openDataPlaneKind(kind, { timing, metrics, ...(accessLog && { accessLog }) })
  const opened = new AsyncDisposableStack()
  try {
    const families = await loadFamilies(context.families.filter(({ name }) => name === familyOfGateways))
    const languages = parseProfile(call.options.profile) ?? (await profilesOf(connection, families))
    const spoken = spokenIn(call, families, languages)
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
    const state = { brought: false, ready: false, leaving: false }
    const controller = startController({
      connection,
      catalog: await catalogOf(spoken.map((each) => ({ ...each, abilities: dataPlane.abilities }))),
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
    // Its edge closes the data plane.
    opened.defer(controller.stop)
    const token = context.env.SITREP_API_TOKEN
    const door = await serveReplica({
      host: String(call.options['metrics-host'] ?? '127.0.0.1'),
      port,
      ...(token !== undefined && { token }),
      reports: board,
      // Once it was ready it stays so: a server that cannot be asked is no reason to send traffic elsewhere.
      ready: () => {
        state.ready ||= controller.synced && state.brought
        return state.ready && !state.leaving
      },
      metrics: metrics.read,
    }).catch((cause: unknown) => {
      throw new CommandError(3, cause instanceof Error ? cause.message : String(cause), { cause })
    })
    opened.defer(door.close)
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
