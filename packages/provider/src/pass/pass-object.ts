import type { Condition, Instant } from '@sitrep/conditions'
import { annotations, conditionsOf, externalNameOf, markConditions } from '@sitrep/crossplane/managed'
import { type Fields, fields, type KubeObject } from '@sitrep/status'
import type { ManagedResource } from '../external/external-client.ts'
import { mergeFields } from './merge-fields.ts'

/** How an object is kept in memory during a pass. */
export interface PassObjectOptions {
  readonly now: () => Instant
  /** What becomes of what the provider said when the server answers a write: `lost` where the answer replaces it, or `kept`. */
  readonly sayings: 'lost' | 'kept'
}

/**
 * The managed resource of one pass in memory: as it was last answered by its server, with what was said of it since.
 */
export class PassObject implements ManagedResource {
  readonly #options: PassObjectOptions
  #object: KubeObject
  #said: readonly Condition[] = []
  #status: Fields = {}
  #filledIn: Fields = {}
  #details: Readonly<Record<string, string>> = {}

  constructor(object: KubeObject, options: PassObjectOptions) {
    this.#object = object
    this.#options = options
  }

  get object(): KubeObject {
    return this.#withFilledIn()
  }

  get externalName(): string {
    return externalNameOf(this.#object.metadata.annotations ?? {})
  }

  set externalName(name: string) {
    this.annotate({ [annotations.externalName]: name })
  }

  readonly say = (...conditions: readonly Condition[]): void => {
    const generation = this.#options.sayings === 'kept' ? this.#object.metadata.generation : undefined
    const stamped = conditions.map((condition) =>
      generation === undefined || condition.observedGeneration !== undefined
        ? condition
        : { ...condition, observedGeneration: generation },
    )
    this.#said = [...this.#said, ...stamped]
    this.#mark(stamped)
  }

  readonly setStatus = (given: Fields): void => {
    this.#status = mergeFields(this.#status, given)
    this.#object = { ...this.#object, status: mergeFields(this.#object.status, given) }
  }

  readonly fillIn = (spec: Fields): void => {
    this.#filledIn = mergeFields(this.#filledIn, spec)
    if (this.#options.sayings === 'lost') this.setSpec(spec)
  }

  readonly addDetails = (details: Readonly<Record<string, string>>): void => {
    this.#details = { ...this.#details, ...details }
  }

  /** Ready as the provider said it last. */
  get saidReady(): Condition | undefined {
    return this.#said.findLast(({ type }) => type === 'Ready')
  }

  /** Takes the details that the provider gave since the last time. */
  takeDetails(): Readonly<Record<string, string>> {
    const details = this.#details
    this.#details = {}
    return details
  }

  annotate(given: Readonly<Record<string, string>>): void {
    const { metadata } = this.#object
    this.#object = {
      ...this.#object,
      metadata: { ...metadata, annotations: { ...metadata.annotations, ...given } },
    }
  }

  setFinalizers(finalizers: readonly string[]): void {
    this.#object = { ...this.#object, metadata: { ...this.#object.metadata, finalizers } }
  }

  setSpec(spec: Fields): void {
    this.#object = { ...this.#object, spec: mergeFields(this.#object.spec, spec) }
  }

  /** Sets conditions of the reconciler's own, stamped with the generation. */
  conclude(conditions: readonly Condition[]): void {
    this.#mark(conditions, this.#object.metadata.generation ?? 0)
  }

  /** What is sent for a write. Fields that were filled in go only with the one that is for them, unless sayings are lost anyway. */
  toWrite(which: 'filled in' | 'as it is' = 'as it is'): KubeObject {
    return which === 'filled in' ? this.#withFilledIn() : this.#object
  }

  /** Takes over what the server answered. */
  answered(object: KubeObject): void {
    this.#object = object
    if (this.#options.sayings === 'lost') return
    this.#object = { ...this.#object, status: mergeFields(object.status, this.#status) }
    this.#mark(this.#said)
  }

  #mark(conditions: readonly Condition[], generation?: number): void {
    const marked = markConditions(conditionsOf(this.#object), conditions, {
      now: this.#options.now(),
      generation,
    })
    this.#object = { ...this.#object, status: { ...fields(this.#object.status), conditions: marked } }
  }

  #withFilledIn(): KubeObject {
    if (this.#options.sayings === 'lost' || Object.keys(this.#filledIn).length === 0) return this.#object
    return { ...this.#object, spec: mergeFields(this.#object.spec, this.#filledIn) }
  }
}
