import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from '@sitrep/controller/connection'
import { at, list } from '@sitrep/status'

const path = '/api/v1/namespaces/prod/configmaps'

/** Writes all the time, and knows of everything that the server said it had stored. */
export class Acknowledged {
  readonly #connection: Connection
  readonly #names: string[] = []
  #version = 0
  readonly #problems: string[] = []
  #over = false
  readonly #writing: Promise<void>

  constructor(connection: Connection) {
    this.#connection = connection
    this.#writing = this.#write()
  }

  get count(): number {
    return this.#names.length
  }

  /** Ends it. What was acknowledged and is not there, and answers that had been given before. */
  async lost(): Promise<readonly string[]> {
    this.#over = true
    await this.#writing
    const stored = new Set(
      list(at(await this.#connection.request({ path }), 'items')).map((item) => at(item, 'metadata', 'name')),
    )
    const lost = this.#names.filter((name) => !stored.has(name))
    return [...this.#problems, ...lost.map((name) => `ConfigMap ${name} was acknowledged and is lost`)]
  }

  async #write(): Promise<void> {
    for (let count = 0; !this.#over; count++) {
      const name = `kept-${count}`
      const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }
      try {
        const answer = await this.#connection.request({ method: 'POST', path, body, timeoutMs: 1_000 })
        this.#names.push(name)
        const version = Number(at(answer, 'metadata', 'resourceVersion'))
        if (version <= this.#version)
          this.#problems.push(`The revision went back from ${this.#version} to ${version}`)
        this.#version = version
      } catch {
        // Nobody acknowledged it: it may be there or not.
      }
      await delay(10)
    }
  }
}
