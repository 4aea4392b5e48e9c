/** A part of an object under conversion; it is a copy, so it may be changed. */
export type Tree = { [key: string]: unknown }

/** Where a field stands, from the object's root. */
export type Path = readonly string[]

/** A path as it is written in tables: `status.v1beta2.conditions`. */
export const path = (text: string): Path => text.split('.')

/** Whether a value has fields. */
export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A copy that shares nothing with the original. */
export function copyOf<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyOf) as Value
  if (!isTree(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)])) as Value
}

/** The value at a path; nothing where there is none. */
export function valueAt(tree: Tree, [step, ...rest]: Path): unknown {
  if (step === undefined) return tree
  const value = Object.hasOwn(tree, step) ? tree[step] : undefined
  if (rest.length === 0) return value
  return isTree(value) ? valueAt(value, rest) : undefined
}

/** Removes the value at a path and returns it; what it leaves empty goes too. */
export function take(tree: Tree, [step = '', ...rest]: Path): unknown {
  if (!Object.hasOwn(tree, step)) return undefined
  const value = tree[step]
  if (rest.length === 0) {
    delete tree[step]
    return value
  }
  if (!isTree(value)) return undefined
  const taken = take(value, rest)
  if (taken !== undefined && Object.keys(value).length === 0) delete tree[step]
  return taken
}

/** Sets the value at a path, and whatever leads to it. Tells whether the place was free. */
export function put(tree: Tree, [step = '', ...rest]: Path, value: unknown): boolean {
  if (rest.length === 0) {
    if (Object.hasOwn(tree, step)) return false
    tree[step] = value
    return true
  }
  if (!Object.hasOwn(tree, step)) tree[step] = {}
  const inner = tree[step]
  return isTree(inner) && put(inner, rest, value)
}

/** Removes what is empty at these places. */
export function dropEmpty(tree: Tree, places: readonly Path[]): void {
  for (const place of places) {
    const value = valueAt(tree, place)
    if (isTree(value) && Object.keys(value).length === 0) take(tree, place)
  }
}
