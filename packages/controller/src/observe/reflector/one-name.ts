import type { KubeObject } from '@sitrep/status'
import type { ControllerError } from '../../errors.ts'

const byName = 'metadata.name='

/**
 * The field selector of a reading. Every API server selects by name; what only looks like one, such as the stand-ins that Cluster API is
 * tested with, may fail on it. Of those all objects are read and the others passed over.
 */
export class OneName {
  readonly #selector: string | undefined
  #passesOver = false

  constructor(selector: string | undefined) {
    this.#selector = selector
  }

  /** What the server is asked to select by. */
  get selector(): string | undefined {
    return this.#passesOver ? undefined : this.#selector
  }

  /** After a failure the other way is tried, where there is one and the server is there. */
  failed({ code, httpStatus }: ControllerError): void {
    if (this.#selector?.startsWith(byName) && (code === 'refused' || httpStatus === 500))
      this.#passesOver = !this.#passesOver
  }

  /** Whether an object that was sent is meant. */
  means({ metadata }: KubeObject): boolean {
    return !this.#passesOver || `${byName}${metadata.name}` === this.#selector
  }
}
