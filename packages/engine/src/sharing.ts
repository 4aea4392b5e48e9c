import type { Condition } from '@sitrep/conditions'
import { type Fields, isFields, type KubeObject, type ObjectMetadata, same } from '@sitrep/status'
import type { Keeper } from './graph.ts'
import type { Status } from './said.ts'

/**
 * Keeps equal parts of a world once. Objects of one kind differ in little more than names and times: labels, references, lists and the texts
 * of conditions that the object before had too are taken from there, so that a world of many objects is one of few parts. Nothing that is
 * handed in is changed.
 */
export class Sharing {
  readonly #objects: Map<string, KubeObject> = new Map()
  readonly #statuses: Map<unknown, Fields> = new Map()
  readonly #claims: Map<unknown, readonly string[]> = new Map()

  /** An object with what equals the last one of its kind taken from there. */
  object(object: KubeObject): KubeObject {
    const shared = objectLike(object, this.#objects.get(object.kind))
    this.#objects.set(object.kind, shared)
    return shared
  }

  /** What a keeper says from now on: mostly what stands there already, in what it said before or in what is reported. */
  saidBy({ said, slot, definition }: Keeper, status: Status | undefined): Status | undefined {
    if (status === undefined) return undefined
    const reported = slot.reported?.status as Status | undefined
    if (reported !== undefined && same(reported, status)) return reported
    if (said.status !== undefined && same(said.status, status)) return said.status
    const model = said.status ?? reported
    return model === undefined ? this.#status(definition, status) : like(status, model)
  }

  // With what equals the last one that the same definition said taken from there.
  #status(definition: unknown, status: Fields): Fields {
    const shared = like(status, this.#statuses.get(definition))
    this.#statuses.set(definition, shared)
    return shared
  }

  /** The claims of a definition; those that it made last where they are the same. */
  claims(definition: unknown, claims: readonly string[]): readonly string[] {
    const last = this.#claims.get(definition)
    if (last !== undefined && same(last, claims)) return last
    this.#claims.set(definition, claims)
    return claims
  }
}

type Writable<Part> = { -readonly [Name in keyof Part]: Part[Name] }

/** An object with what equals another one in the same place taken from there; the other one itself where all of it is equal, to the byte. */
export function objectLike(object: KubeObject, model: KubeObject | undefined): KubeObject {
  if (model === undefined) return object
  const next: Writable<KubeObject> = { ...object }
  if (next.apiVersion === model.apiVersion) next.apiVersion = model.apiVersion
  if (next.kind === model.kind) next.kind = model.kind
  next.metadata = metadataLike(object.metadata, model.metadata)
  if (object.spec !== undefined) next.spec = like(object.spec, model.spec)
  if (object.status !== undefined) next.status = like(object.status, model.status)
  return modelIn(next, model)
}

function metadataLike(metadata: ObjectMetadata, model: ObjectMetadata): ObjectMetadata {
  const { name, namespace, uid, creationTimestamp, labels, annotations, ownerReferences, finalizers } =
    metadata
  const next: Writable<ObjectMetadata> = { ...metadata }
  if (name === model.name) next.name = model.name
  if (uid !== undefined && uid === model.uid) next.uid = model.uid
  if (creationTimestamp !== undefined && creationTimestamp === model.creationTimestamp)
    next.creationTimestamp = model.creationTimestamp
  if (namespace !== undefined && namespace === model.namespace) next.namespace = model.namespace
  if (labels !== undefined) next.labels = like(labels, model.labels)
  if (annotations !== undefined) next.annotations = like(annotations, model.annotations)
  if (ownerReferences !== undefined) next.ownerReferences = like(ownerReferences, model.ownerReferences)
  if (finalizers !== undefined) next.finalizers = like(finalizers, model.finalizers)
  return modelIn(next, model)
}

/** The model where every part is one of its own, in its order. */
function modelIn<Whole extends KubeObject | ObjectMetadata>(value: Whole, model: Whole): Whole {
  const names = Object.keys(model) as (keyof Whole)[]
  let count = 0
  for (const name in value) {
    if (value[name] === undefined) continue
    if (names[count] !== name || value[name] !== model[name]) return value
    count++
  }
  return count === names.length ? model : value
}

/** A value with what equals the same place of the model taken from there; the model itself where all of it is equal, to the byte. */
export function like<Value>(value: Value, model: unknown): Value {
  if (value === model) return model as Value
  if (typeof value !== 'object' || typeof model !== 'object' || value === null || model === null) return value
  if (!Array.isArray(value)) {
    return Array.isArray(model) ? value : (recordLike(value as Fields, model as Fields) as Value)
  }
  return Array.isArray(model) ? (listLike(value, model) as Value) : value
}

function listLike(value: readonly unknown[], model: readonly unknown[]): readonly unknown[] {
  const next = value.map((part, at) => like(part, model[at]))
  return next.length === model.length && next.every((part, at) => part === model[at]) ? model : next
}

function recordLike(value: Fields, model: Fields): Fields {
  const names = Object.keys(model)
  let equal = true
  let count = 0
  let next: Record<string, unknown> | undefined
  for (const name in value) {
    const mine = value[name]
    if (mine === undefined) continue
    // Names in another order are other bytes, and no object may owe its bytes to which other one came before.
    if (names[count] !== name) equal = false
    count++
    // A name that every object answers to without having it.
    const theirs = name === '__proto__' ? undefined : model[name]
    if (mine === theirs) continue
    if (typeof mine !== 'object' || mine === null) {
      equal = false
      continue
    }
    const part = name === 'conditions' ? conditionsLike(mine, theirs) : like(mine, theirs)
    if (part !== theirs) equal = false
    if (part === mine) continue
    next ??= { ...value }
    next[name] = part
  }
  if (equal && count === names.length) return model
  return next ?? value
}

// Conditions are most of a world. Where they differ, it is by their times: then they have the texts of the model, and one text for equal times.
function conditionsLike(value: unknown, model: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(model)) return value
  let equal = value.length === model.length
  let time: string | undefined
  const next = new Array<unknown>(value.length)
  for (let at = 0; at < value.length; at++) {
    const [mine, theirs]: readonly unknown[] = [value[at], model[at]]
    const part =
      isFields(mine) && isFields(theirs)
        ? conditionLike(mine as Fields & Condition, theirs as Fields & Condition, time)
        : mine
    if (part !== theirs) equal = false
    if (isFields(part)) time = (part as Fields & Condition).lastTransitionTime
    next[at] = part
  }
  return equal ? model : next
}

function conditionLike(value: Condition, model: Condition, time: string | undefined): Condition {
  if (value.type !== model.type) return value
  if (value.lastTransitionTime === model.lastTransitionTime) {
    const shared = like(value, model)
    if (shared === model) return model
  }
  const next: Writable<Condition> = { ...value }
  next.type = model.type
  if (value.status === model.status) next.status = model.status
  // An old condition may say neither; a name without a value is not the same as no name.
  if (value.reason !== undefined && value.reason === model.reason) next.reason = model.reason
  if (value.message !== undefined && value.message === model.message) next.message = model.message
  if (time !== undefined && value.lastTransitionTime === time) next.lastTransitionTime = time
  return next
}
