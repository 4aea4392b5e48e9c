import { type Answer, get, patch, post, type Request, remove } from '../../peers/exchange.ts'
import type { Random } from '../../peers/generated/random.ts'
import { textAt } from '../../peers/json-answer.ts'
import type { Target } from '../../peers/target.ts'

/** What an object is known to hold; nothing where it is known not to be there. */
interface Content {
  readonly value: string
  readonly version: string
}

/** A write that was acknowledged: what every later reader and watcher must have seen. */
export interface Acknowledged {
  readonly name: string
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly version: string
}

/** One client that writes objects of its own and remembers what it was told. */
export interface Writer {
  /** Writes until a request fails because the server is gone. */
  writeUntilGone(): Promise<void>
  /** Looks at its objects after a restart; returns what is not as it must be. */
  complaints(): Promise<readonly string[]>
  readonly acknowledged: readonly Acknowledged[]
}

interface Pending {
  readonly name: string
  readonly type: Acknowledged['type']
  /** What the object holds if the write went through. */
  readonly value: string | undefined
}

const all = '/api/v1/namespaces/default/configmaps'

export function createWriter(id: string, target: Target, random: Random): Writer {
  const known = new Map<string, Content | undefined>()
  const acknowledged: Acknowledged[] = []
  let pending: Pending | undefined
  let count = 0

  const settle = (write: Pending, version: string): void => {
    known.set(write.name, write.value === undefined ? undefined : { value: write.value, version })
    acknowledged.push({ name: write.name, type: write.type, version })
  }
  const next = (): { readonly write: Pending; readonly request: Request } => {
    const alive = [...known].flatMap(([name, content]) => (content === undefined ? [] : [name]))
    const name = alive[random.below(alive.length)]
    const value = `${id}-${++count}`
    if (name === undefined || alive.length < 5 || random.once(4)) {
      const fresh = `${id}-object-${count}`
      return {
        write: { name: fresh, type: 'ADDED', value },
        request: post(all, { metadata: { name: fresh }, data: { value } }),
      }
    }
    if (random.once(4))
      return { write: { name, type: 'DELETED', value: undefined }, request: remove(`${all}/${name}`) }
    return {
      write: { name, type: 'MODIFIED', value },
      request: patch('merge', `${all}/${name}`, { data: { value } }),
    }
  }

  return {
    acknowledged,
    writeUntilGone: async () => {
      for (;;) {
        const { write, request } = next()
        pending = write
        const answer = await target.send(request)
        if (answer.status === 0) return
        if (answer.status >= 300)
          throw new Error(`${id}: ${request.method} ${request.path} was answered ${answer.status}`)
        pending = undefined
        // A deletion is answered with a Status that carries no version; its event does.
        settle(write, write.type === 'DELETED' ? '' : versionOf(answer))
      }
    },
    complaints: async () => {
      const complaints: string[] = []
      for (const [name, content] of known) {
        if (pending?.name === name) continue
        const answer = await target.send(get(`${all}/${name}`))
        if (!holds(answer, content))
          complaints.push(
            `${name} was acknowledged as ${JSON.stringify(content)} and is ${answer.status} ${JSON.stringify(answer.body)}`,
          )
      }
      if (pending !== undefined) complaints.push(...(await resolve(pending)))
      pending = undefined
      return complaints
    },
  }

  /** A write that was never answered may have happened or not, but nothing else. */
  async function resolve(write: Pending): Promise<readonly string[]> {
    const before = known.get(write.name)
    const answer = await target.send(get(`${all}/${write.name}`))
    if (holds(answer, before)) return []
    const happened =
      write.value === undefined ? answer.status === 404 : textAt(answer.body, 'data.value') === write.value
    if (!happened)
      return [
        `${write.name} is neither as before nor as written: ${answer.status} ${JSON.stringify(answer.body)}`,
      ]
    settle(write, write.value === undefined ? '' : versionOf(answer))
    return []
  }
}

function holds(answer: Answer, content: Content | undefined): boolean {
  if (content === undefined) return answer.status === 404
  return (
    answer.status === 200 &&
    textAt(answer.body, 'data.value') === content.value &&
    versionOf(answer) === content.version
  )
}

function versionOf({ body }: Answer): string {
  return textAt(body, 'metadata.resourceVersion')
}
