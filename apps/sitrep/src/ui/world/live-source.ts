import { type Reflector, realTiming, startReflector } from '@sitrep/controller'
import { type Connection, discover, type ServedResource } from '@sitrep/controller/connection'
import { type Family, kindKey } from '@sitrep/status'
import { openCluster } from '../../cluster/open-cluster.ts'
import type { Call, Context } from '../../command.ts'
import { loadFamilies } from '../../families/families.ts'
import { tellHistory } from '../../history/tell-history.ts'
import type { Unread } from '../../tree/build-tree.ts'
import { isQuiet, typeOf } from '../../trouble/troubles-in.ts'
import { lookAt } from '../sight.ts'
import type { Happening } from '../update.ts'
import { FollowedWorld } from './followed-world.ts'
import { Links } from './links.ts'
import type { WorldSource } from './world-source.ts'

// Changes come in flocks. Looking takes at most this part of the time, so that keys are answered and the processor rests.
const calmMs = 100
const restFactor = 4
// What has not answered by then does not keep the rest from being seen.
const patienceMs = 10_000

/** The world of a server, followed by watches: everything that has something to tell. */
export async function openLiveSource(call: Call, context: Context): Promise<WorldSource> {
  const { connection, context: name } = await openCluster(call, context)
  const families = await loadFamilies(context.families)
  const { all } = await discover(connection)
  const resources = all.filter((resource) => !isQuiet(typeOf(resource), families))
  return {
    words: `${name} ${connection.server}`,
    families,
    follow: (tell) => follow({ connection, resources, families, now: context.now, tell }),
    history: (ref) => {
      const word = `${ref.kind.toLowerCase()}${ref.group === '' ? '' : `.${ref.group}`}/${ref.name}`
      const options = { ...call.options, ...(ref.namespace !== undefined && { namespace: ref.namespace }) }
      // What cannot be asked is said in the view: nothing else may write on this terminal.
      return tellHistory({ words: [word], options }, { ...context, complain: () => {} }, 0)
    },
  }
}

interface Following {
  readonly connection: Connection
  readonly resources: readonly ServedResource[]
  readonly families: readonly Family[]
  readonly now: () => number
  readonly tell: (happening: Happening) => void
}

function follow({ connection, resources, families, now, tell }: Following) {
  const stopping = new AbortController()
  const world = new FollowedWorld(families)
  const links = new Links(now)
  const waiting = new Set(resources.map(kindKey))
  let changed = Promise.withResolvers<void>()
  let patient = true
  const wake = (): void => changed.resolve()
  const begun = (): boolean => waiting.size === 0 || !patient
  const reflectors = resources.map(
    (resource): Reflector =>
      startReflector({
        connection,
        resource,
        timing: realTiming,
        onChanges: (changes) => {
          world.take(resource, changes)
          if (begun()) wake()
        },
        onState: (state) => {
          if (links.state(resource, state)) tell({ happened: 'link', lost: links.lost })
          const first = waiting.delete(kindKey(resource))
          if (first)
            tell({
              happened: 'beginning',
              words: readingWords(resources.length - waiting.size, resources.length),
            })
          if (begun()) wake()
        },
      }),
  )
  const patience = setTimeout(() => {
    patient = false
    wake()
  }, patienceMs)
  const silent = (): readonly Unread[] =>
    resources
      .filter((resource) => waiting.has(kindKey(resource)))
      .map((kind) => ({ kind, why: 'the server has not answered yet' }))
  const looking = (async () => {
    const rest = (milliseconds: number): Promise<void> => realTiming.sleep(milliseconds, stopping.signal)
    let tookMs = 0
    for (;;) {
      await changed.promise
      await rest(Math.max(calmMs, tookMs * restFactor))
      if (stopping.signal.aborted) return
      changed = Promise.withResolvers()
      const began = performance.now()
      const at = new Date(now()).toISOString()
      const sight = await lookAt({ ...world.seen(at), unread: [...links.unread, ...silent()] }, at)
      tookMs = performance.now() - began
      if (!stopping.signal.aborted) tell({ happened: 'looked', sight })
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(patience)
      wake()
      await Promise.all([looking, ...reflectors.map((reflector) => reflector.stop())])
      connection.close()
    },
  }
}

const readingWords = (read: number, all: number): string => `Reading … ${read} of ${all} kinds`
