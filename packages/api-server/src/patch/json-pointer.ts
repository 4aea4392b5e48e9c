import type { Json, JsonObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject, type MutableJsonObject, setOwn } from '../json/own.ts'
import { parseIndex, resolveIndex } from './array-index.ts'

type Container = readonly Json[] | JsonObject

/** The container and the key in it that a JSON pointer names. The key itself need not exist. */
export interface Place {
  readonly container: Container
  readonly key: string
}

/** Why an operation on a place failed, or nothing. The words are those that kube-apiserver logs. */
export type Failure = string | undefined

/** What following one step of a pointer takes, compared with moving one item of an array. */
const effortOfStep = 50

/** A document under change. Containers are copied when first written, so the one handed in stays as it was. */
export class WorkingDocument {
  root: Json
  readonly #own = new Set<Json>()
  /** What has been done so far: items of arrays that may have moved, and steps that were followed. */
  effort = 0

  constructor(root: Json) {
    this.root = root
  }

  /** Follows a pointer for reading; undefined when a parent is missing or holds no members. */
  find(pointer: string): Place | undefined {
    const steps = stepsOf(pointer)
    const key = steps?.pop()
    if (steps === undefined || key === undefined || !isContainer(this.root)) return undefined
    let container: Container = this.root
    for (const step of steps) {
      const next = read({ container, key: step })
      if (!isContainer(next)) return undefined
      container = next
    }
    return { container, key }
  }

  /** Follows a pointer for writing: every container on the way belongs to this document afterwards. */
  open(pointer: string): Place | undefined {
    if (this.find(pointer) === undefined) return undefined
    const steps = stepsOf(pointer) ?? []
    const key = steps.pop() ?? ''
    let container = this.#owned(this.root)
    this.root = container
    for (const step of steps) {
      const child = this.#owned(read({ container, key: step }) ?? null)
      write({ container, key: step }, child)
      container = child
    }
    this.effort += steps.length * effortOfStep + (isJsonArray(container) ? container.length : 0)
    return { container, key }
  }

  #owned(value: Json): Container {
    if (this.#own.has(value) && isContainer(value)) return value
    const copy: Container = isJsonArray(value) ? [...value] : isJsonObject(value) ? { ...value } : {}
    this.#own.add(copy)
    return copy
  }
}

/** The value at a place; undefined when there is none. */
export function read({ container, key }: Place): Json | undefined {
  if (!isJsonArray(container)) return getOwn(container, key)
  const index = resolveIndex(key, container.length)
  return 'at' in index ? container[index.at] : undefined
}

/** Why the place cannot be read. A missing member of an object is no failure: it reads as null. */
export function unreadable({ container, key }: Place): Failure {
  if (!isJsonArray(container)) return undefined
  const index = resolveIndex(key, container.length)
  return 'error' in index ? index.error : undefined
}

/** Replaces what is at an opened place. */
export function write({ container, key }: Place, value: Json): Failure {
  if (!isJsonArray(container)) {
    setOwn(container as MutableJsonObject, key, value)
    return undefined
  }
  const index = resolveIndex(key, container.length)
  if ('error' in index) return index.error
  const items = container as Json[]
  items[index.at] = value
  return undefined
}

/** Adds at an opened place: a member is set, an array item is inserted before the index, `-` appends. */
export function insert({ container, key }: Place, value: Json): Failure {
  if (!isJsonArray(container)) return write({ container, key }, value)
  const items = container as Json[]
  if (key === '-') {
    items.push(value)
    return undefined
  }
  const parsed = parseIndex(key)
  if ('error' in parsed) return `value was not a proper array index: '${key}': ${parsed.error}`
  const index = resolveIndex(key, items.length + 1)
  if ('error' in index) return index.error
  items.splice(index.at, 0, value)
  return undefined
}

/** Takes away what is at an opened place. */
export function remove({ container, key }: Place): Failure {
  if (isJsonArray(container)) {
    const index = resolveIndex(key, container.length)
    if ('error' in index) return index.error
    const items = container as Json[]
    items.splice(index.at, 1)
    return undefined
  }
  if (!Object.hasOwn(container, key)) return `Unable to remove nonexistent key: ${key}: missing value`
  delete (container as MutableJsonObject)[key]
  return undefined
}

function stepsOf(pointer: string): string[] | undefined {
  const steps = pointer.split('/')
  if (steps.length < 2) return undefined
  return steps.slice(1).map((step) => step.replaceAll(/~[01]/g, (code) => (code === '~1' ? '/' : '~')))
}

function isContainer(value: Json | undefined): value is Container {
  return typeof value === 'object' && value !== null
}
