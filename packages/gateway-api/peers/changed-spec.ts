import type { Fields } from '@sitrep/status'

/** A number below another one, by chance. */
export type Random = (below: number) => number

/** Texts and numbers that rules and limits are about. */
// biome-ignore format: one line a subject
const values: readonly unknown[] = [
  '', 'a', 'A_b', 'x'.repeat(63), 'x'.repeat(64), 'x'.repeat(254), 'example.com/a', 'a/b', '.a.b', 'a.b.c',
  '*', '*.a.test', 'a.*.test', 'a.test', 'A.test', '10.0.0.1', '10.0.0', '::1', '1.2.3.4.5',
  '/', '/a', '/a//b', '/a/./b', '/a/../b', '/a/..', '/a/.', '/a%2fb', '/a%2Fb', '/a%zz', '/a b', '/a#b', '/ä',
  '0s', '1s', '20s', '1h1h1h1h1h', '-1s',
  0, 1, -1, 5, 80, 443, 65_535, 65_536, 399, 400, 599, 600, 1_000_001, true,
]

type Holder = Record<string, unknown>

interface Place {
  readonly holder: Holder
  readonly key: string
}

function placesIn(value: unknown): readonly Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Holder
  return Object.entries(value).flatMap(([key, inner]) => [{ holder, key }, ...placesIn(inner)])
}

const sortOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value)

/**
 * Makes specs that are nearly those given: something is left out, replaced by something of its sort, there once more, or there
 * although it belongs elsewhere.
 */
export function changer(
  specs: readonly (readonly [kind: string, spec: Fields])[],
  words: readonly unknown[],
): (spec: Fields, random: Random) => Fields {
  const elsewhere = specs.flatMap(([, spec]) => placesIn(spec))
  const pool = new Map<string, unknown[]>()
  for (const value of [...values, ...words])
    pool.set(sortOf(value), [...(pool.get(sortOf(value)) ?? []), value])

  const changes: readonly ((place: Place, places: readonly Place[], random: Random) => void)[] = [
    ({ holder, key }) => {
      if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else delete holder[key]
    },
    ({ holder, key }, _, random) => {
      const alike = pool.get(sortOf(holder[key])) ?? [null]
      holder[key] = alike[random(alike.length)]
    },
    ({ holder, key }, places, random) => {
      const alike = places.filter((place) => sortOf(place.holder[place.key]) === sortOf(holder[key]))
      const other = alike[random(alike.length)]
      if (other !== undefined) holder[key] = structuredClone(other.holder[other.key])
    },
    ({ holder, key }, places, random) => {
      if (Array.isArray(holder)) holder.push(structuredClone(holder[Number(key)]))
      else {
        // A neighbour that the same holder has elsewhere: settings of another type, most of all.
        const beside = elsewhere.filter((place) => key in place.holder && !Array.isArray(place.holder))
        const found = beside[random(beside.length)] ?? places[random(places.length)]
        if (found !== undefined) Object.assign(holder, structuredClone(found.holder), { [key]: holder[key] })
      }
    },
  ]

  return (spec, random) => {
    const copy = structuredClone(spec) as Holder
    for (let times = random(3); times >= 0; times--) {
      const places = placesIn(copy)
      const place = places[random(places.length)]
      if (place !== undefined) changes[random(changes.length)]?.(place, places, random)
    }
    return copy
  }
}
