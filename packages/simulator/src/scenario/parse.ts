import { simulatedFamilies } from '../families.ts'
import type { SimulatedFamily } from '../simulated-family.ts'
import type { Created, EntryReader } from './part.ts'
import { readHappening } from './read-happening.ts'
import { type Place, Reader } from './reader.ts'
import { readTimings, usualTimings } from './timings.ts'
import type { Scenario } from './types.ts'

type Families = readonly Pick<SimulatedFamily, 'name' | 'scenario'>[]

/** Reads a scenario file. Throws a `ScenarioError` that names every mistake with file, line and column. */
export function parseScenario(text: string, file: string, families: Families = simulatedFamilies): Scenario {
  const reader = new Reader(text, file)
  const { root } = reader
  const lists = [...new Set(families.flatMap(({ scenario }) => Object.keys(scenario?.lists ?? {})))]
  reader.fields(root, ['name', 'seed', 'timings', ...lists, 'timeline'])
  const timings = readTimings(reader, reader.field(root, 'timings'), usualTimings(families))
  const created = lists.flatMap((list) => {
    const readers = readersOf(list, families)
    return reader.items(reader.field(root, list)).flatMap((entry) => readEntry(reader, entry, readers))
  })
  assertDistinct(reader, created)
  const first = created.map(({ entry }) => entry)
  const known = {
    readers: new Map(families.flatMap(({ scenario }) => Object.entries(scenario?.happenings ?? {}))),
    created: first.map(({ happening }) => happening),
  }
  const later = reader
    .items(reader.field(root, 'timeline'))
    .flatMap((place) => readHappening(reader, place, known))
  const scenario = {
    name: reader.text(reader.field(root, 'name'), file),
    seed: reader.text(reader.field(root, 'seed'), 'sitrep'),
    timings,
    // Entries of the same moment stay in the order in which they are written, what is created first.
    timeline: [...first, ...later].sort((a, b) => a.atMs - b.atMs),
  }
  reader.finish()
  return scenario
}

interface NamedReader {
  readonly name: string
  readonly read: EntryReader
}

/** Who can read the entries of a list; the first one does where an entry names nobody. */
const readersOf = (list: string, families: Families): readonly NamedReader[] =>
  families
    .flatMap(({ name, scenario }) => {
      const read = scenario?.lists?.[list]
      return read === undefined ? [] : [{ name, read }]
    })
    // Those that others stand on come last in the list of families.
    .toReversed()

function readEntry(reader: Reader, entry: Place, readers: readonly NamedReader[]): readonly Created[] {
  const [usual] = readers
  if (usual === undefined) return []
  const place = reader.field(entry, 'family')
  const named = reader.text(place, usual.name)
  const chosen = readers.find(({ name }) => name === named)
  if (chosen === undefined)
    reader.problem(place, `one of ${readers.map(({ name }) => name).join(', ')} is expected here`)
  return [(chosen ?? usual).read(reader, entry)]
}

function assertDistinct(reader: Reader, created: readonly Created[]): void {
  const seen = new Set<string>()
  for (const { title, place } of created) {
    if (seen.has(title)) reader.problem(place, `there is a ${title} already`)
    seen.add(title)
  }
}
