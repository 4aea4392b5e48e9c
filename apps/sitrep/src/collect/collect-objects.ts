import type { Connection, ServedResource } from '@sitrep/controller/connection'
import { type Catalog, isChosen, type KubeObject } from '@sitrep/status'
import { CommandError } from '../command.ts'
import { sizeWords } from '../source/file-limits.ts'
import type { Lacking } from './bundle.ts'
import { PagesUnread, readPages } from './read-pages.ts'
import { withoutSecrets } from './without-secrets.ts'

export interface Collecting {
  readonly connection: Connection
  readonly catalog: Catalog
  /** Absent: all. */
  readonly namespaces: readonly string[] | undefined
  /** Bytes of all objects together. */
  readonly mostBytes: number
  /** Whether there is time for another page. */
  readonly inTime: () => boolean
  /** Takes some objects of one kind into the bundle. */
  readonly add: (name: string, content: string) => Promise<void>
  readonly onProgress: (text: string) => void
}

/** Puts objects into a bundle as long as there is room, and remembers what it lacks. */
export class Collector {
  readonly lacking: Lacking[] = []
  readonly #options: Collecting
  #bytes = 0
  #files = 0
  #objects = 0
  #lost = 0

  constructor(options: Collecting) {
    this.#options = options
  }

  get objects(): number {
    return this.#objects
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Reads a resource to its end, and says what was in the way where that was not possible. */
  async collect(resource: ServedResource): Promise<void> {
    const { group, kind } = resource
    const within = resource.namespaced ? (this.#options.namespaces ?? [undefined]) : [undefined]
    try {
      for (const namespace of within) await this.#collectIn(resource, namespace)
      this.#lost = 0
    } catch (error) {
      if (!(error instanceof PagesUnread)) throw error
      // A server that has gone away does not come back for each of a hundred kinds.
      if (error.lost && ++this.#lost === mostLost) throw new CommandError(3, error.message, { cause: error })
      this.lacking.push({ group, kind, why: error.message })
    }
  }

  async #collectIn(resource: ServedResource, namespace: string | undefined): Promise<void> {
    const { group, kind, plural } = resource
    const { connection, inTime } = this.#options
    if (!inTime()) {
      this.lacking.push({ group, kind, why: 'the time was over' })
      return
    }
    for await (const page of readPages(resource, { connection, namespace })) {
      const left = await this.put(plural, page)
      if (left > 0) {
        const why = `the bundle is full at ${sizeWords(this.#options.mostBytes)}`
        this.lacking.push({ group, kind, why, objects: left })
        return
      }
      if (!inTime()) {
        this.lacking.push({ group, kind, why: 'the time was over' })
        return
      }
    }
  }

  /** Puts objects into the bundle; the answer is how many of them have no room. */
  async put(named: string, objects: readonly KubeObject[]): Promise<number> {
    const { mostBytes, add, onProgress } = this.#options
    const texts: string[] = []
    for (const object of objects) {
      const text = JSON.stringify(withoutSecrets(object, this.#keepOf(object)))
      if (this.#bytes + text.length > mostBytes) break
      this.#bytes += text.length
      texts.push(text)
    }
    this.#objects += texts.length
    onProgress(`${this.#objects} objects, ${sizeWords(this.#bytes)}: ${named}`)
    if (texts.length > 0) {
      const number = String(++this.#files).padStart(5, '0')
      const name = `sitrep-bundle/${number}-${named.slice(0, 60)}.json`
      await add(name, `{"apiVersion":"v1","kind":"List","items":[\n${texts.join(',\n')}\n]}\n`)
    }
    return objects.length - texts.length
  }

  // Secrets are read whole although no value is written: their keys, their type and what a shape keeps of them (until when a certificate is
  // good) stand in no metadata.
  #keepOf(object: KubeObject): ((secret: KubeObject) => KubeObject) | undefined {
    return this.#options.catalog.shapes.find(({ kind }) => isChosen(kind, object))?.keep
  }
}

const mostLost = 3
