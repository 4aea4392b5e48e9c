import type { Json } from './exchange.ts'

/** Parses a body without losing digits: a number that prints differently than it was sent becomes `number <digits>`. */
export function parseAnswer(text: string): Json {
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    const source = context?.source
    return typeof value === 'number' && source !== undefined && JSON.stringify(value) !== source
      ? `number ${source}`
      : value
  })
}

/** What stands at a dotted path (`metadata.name`, `items.0.spec`), or nothing. */
export function at(value: Json | undefined, path: string): Json | undefined {
  let here: Json | undefined = value
  for (const key of path.split('.')) {
    if (typeof here !== 'object' || here === null) return undefined
    here = Object.entries(here).find(([name]) => name === key)?.[1]
  }
  return here
}

/** The text at a dotted path, or an empty one: a story goes on even where a server answered something else. */
export function textAt(value: Json | undefined, path: string): string {
  const found = at(value, path)
  return typeof found === 'string' ? found : ''
}

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The elements at a path, none where there is no list. */
export function listAt(value: Json | undefined, path: string): readonly Json[] {
  const found = at(value, path)
  return Array.isArray(found) ? found : []
}

/** A list as an object by the name that `key` finds in each element, so that order and gaps do not hide the rest. */
export function keyed(list: readonly Json[], key: string): Json {
  return Object.fromEntries(list.map((element) => [textAt(element, key), element]))
}
