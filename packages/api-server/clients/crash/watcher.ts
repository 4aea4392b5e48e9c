import { setTimeout as sleep } from 'node:timers/promises'
import { get, type Json } from '../../peers/exchange.ts'
import { listAt, textAt } from '../../peers/json-answer.ts'
import type { Target } from '../../peers/target.ts'

/** An event as a client remembers it. */
export interface Seen {
  readonly type: string
  readonly name: string
  readonly version: number
}

/** A client that watches across restarts, from where it was, as informers do. */
export interface Watcher {
  readonly seen: readonly Seen[]
  /** Waits until an event of this version or a later one has come. */
  reached(version: number): Promise<void>
  stop(): void
}

const all = '/api/v1/namespaces/default/configmaps'

export async function openWatcher(target: Target): Promise<Watcher> {
  const { body } = await target.send(get(all))
  const seen: Seen[] = []
  let position = Number(textAt(body, 'metadata.resourceVersion'))
  let stopped = false
  const take = (event: Json): void => {
    const [type, version] = [textAt(event, 'type'), Number(textAt(event, 'object.metadata.resourceVersion'))]
    seen.push({ type, name: textAt(event, 'object.metadata.name'), version })
    position = version
  }
  const follow = async (): Promise<void> => {
    while (!stopped) {
      try {
        const stream = await target.stream(get(all, { query: `watch=true&resourceVersion=${position}` }))
        let taken = 0
        while (!stream.ended && !stopped) {
          await stream.arrived(taken + 1)
          for (const event of stream.events.slice(taken)) take(event)
          taken = stream.events.length
        }
        for (const event of stream.events.slice(taken)) take(event)
        stream.close()
      } catch (error) {
        if (!(error instanceof Error)) throw error
      }
      await sleep(20)
    }
  }
  const following = follow()
  following.catch((error: unknown) => seen.push({ type: 'ERROR', name: String(error), version: 0 }))
  return {
    seen,
    reached: async (version) => {
      const deadline = Date.now() + 10_000
      while (position < version && Date.now() < deadline) await sleep(10)
    },
    stop: () => {
      stopped = true
    },
  }
}

/** The objects that must be there after these events, with the version that they must have. */
export function fold(seen: readonly Seen[]): Record<string, number> {
  const objects = new Map<string, number>()
  for (const { type, name, version } of seen) {
    if (type === 'DELETED') objects.delete(name)
    else objects.set(name, version)
  }
  return Object.fromEntries([...objects].sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function listed(body: Json): Record<string, number> {
  const entries = listAt(body, 'items').map((item): [string, number] => [
    textAt(item, 'metadata.name'),
    Number(textAt(item, 'metadata.resourceVersion')),
  ])
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
