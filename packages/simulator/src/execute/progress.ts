import { at } from '@sitrep/status'
import { type Connection, httpStatusOf } from '../connection.ts'
import type { Scenario, TimelineEntry } from '../scenario/types.ts'

const collection = '/api/v1/namespaces/kube-system/configmaps'
const name = 'sitrep-simulator'

/** How far a scenario has come, kept in the management cluster so that another start goes on from there. */
export class Progress {
  readonly #connection: Connection
  readonly #scenario: Scenario
  readonly #startedAt: number
  #done: number

  private constructor(
    connection: Connection,
    scenario: Scenario,
    begun: { startedAt: number; done: number },
  ) {
    this.#connection = connection
    this.#scenario = scenario
    this.#startedAt = begun.startedAt
    this.#done = begun.done
  }

  /** Goes on with the same scenario, or begins one. */
  static async open(connection: Connection, scenario: Scenario, now: number): Promise<Progress> {
    const kept = await read(connection)
    const startedAt = Date.parse(String(at(kept, 'data', 'startedAt')))
    const done = Number(at(kept, 'data', 'done'))
    if (at(kept, 'data', 'scenario') === scenario.name && !Number.isNaN(startedAt) && done >= 0)
      return new Progress(connection, scenario, { startedAt, done })
    const progress = new Progress(connection, scenario, { startedAt: now, done: 0 })
    if (scenario.timeline.length > 0) await progress.#write(kept === undefined ? 'create' : 'patch')
    return progress
  }

  /** What happens next, and when; nothing once all has happened. */
  get next(): { readonly entry: TimelineEntry; readonly at: number } | undefined {
    const entry = this.#scenario.timeline[this.#done]
    return entry && { entry, at: this.#startedAt + entry.atMs }
  }

  async finishNext(): Promise<void> {
    this.#done++
    await this.#write('patch')
  }

  async #write(how: 'create' | 'patch'): Promise<void> {
    const content = {
      scenario: this.#scenario.name,
      startedAt: new Date(this.#startedAt).toISOString(),
      done: String(this.#done),
    }
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: content }
    await this.#connection.request(
      how === 'create'
        ? { method: 'POST', path: collection, body }
        : {
            method: 'PATCH',
            path: `${collection}/${name}`,
            body,
            contentType: 'application/merge-patch+json',
          },
    )
  }
}

async function read(connection: Connection): Promise<unknown> {
  try {
    return await connection.request({ path: `${collection}/${name}` })
  } catch (error) {
    if (httpStatusOf(error) === 404) return undefined
    throw error
  }
}
