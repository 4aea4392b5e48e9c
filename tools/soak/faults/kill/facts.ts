import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FactChange } from '@sitrep/simulator'
import { type KubeObject, type ObjectRef, refKey, refOf } from '@sitrep/status'

const lookEveryMs = 100

/** Keeps what the simulator sees outside the API where other processes find it, whoever is killed. */
export function keepFacts(folder: string): (facts: readonly FactChange[]) => void {
  const known = new Map(readFacts(folder).map((object) => [keyOf(object), object]))
  return (facts) => {
    for (const fact of facts)
      if ('object' in fact) known.set(keyOf(fact.object), fact.object)
      else known.delete(refKey(fact.gone))
    // In one step, so that nobody reads half of it.
    const written = `${fileIn(folder)}.new`
    writeFileSync(written, JSON.stringify([...known.values()]))
    renameSync(written, fileIn(folder))
  }
}

/** Tells what is kept there, now and whenever it is something else. */
export function followFacts(folder: string, feed: (facts: readonly FactChange[]) => void): void {
  let told = new Map<string, { readonly text: string; readonly ref: ObjectRef }>()
  const look = (): void => {
    const found = readFacts(folder)
    const present = new Map(
      found.map((object) => [keyOf(object), { text: JSON.stringify(object), ref: refOf(object) }]),
    )
    const news = found.filter((object) => told.get(keyOf(object))?.text !== JSON.stringify(object))
    const gone = [...told].flatMap(([key, { ref }]) => (present.has(key) ? [] : [{ gone: ref }]))
    told = present
    if (news.length + gone.length > 0) feed([...news.map((object) => ({ object })), ...gone])
  }
  look()
  setInterval(look, lookEveryMs)
}

const fileIn = (folder: string): string => join(folder, 'facts.json')
const keyOf = (object: KubeObject): string => refKey(refOf(object))

function readFacts(folder: string): readonly KubeObject[] {
  try {
    return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as readonly KubeObject[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
