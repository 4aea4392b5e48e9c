import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openHistory } from '@sitrep/controller'
import { type Family, namedKinds, type ObjectRef } from '@sitrep/status'
import { CommandError } from '../command.ts'
import { catalogOf } from '../families/spoken.ts'
import { parseName } from '../source/find-object.ts'
import { isKindNamed } from '../source/kind-names.ts'
import type { ToldHistory } from './told-history.ts'

export interface Asked {
  readonly words: readonly string[]
  readonly namespace: string
  readonly since: number
  readonly families: readonly Family[]
}

/** What `sitrep up` wrote down in its folder, also when it is not running. */
export async function historyFromFile(folder: string, asked: Asked): Promise<ToldHistory> {
  const { words, namespace, since, families } = asked
  const file = join(folder, 'history.db')
  if (!existsSync(file))
    throw new CommandError(2, `There is no history in ${folder}: sitrep up writes history.db there`)
  const { kind, name } = parseName(words)
  // Whatever the language, the kinds are the same.
  const spoken = families.map((family) => ({ family, profile: family.profiles[0] ?? 'released' }))
  const kinds = namedKinds(await catalogOf(spoken)).filter((each) => isKindNamed(kind, each, families))
  const history = openHistory({ file })
  try {
    const tellings = kinds.map((each) => {
      const ref: ObjectRef = { group: each.group, kind: each.kind, name, namespace }
      return { ref, teller: 'file' as const, entries: history.timeline(ref, { since }) }
    })
    const told = tellings.find(({ entries }) => entries.length > 0) ?? tellings[0]
    if (told === undefined)
      throw new CommandError(
        2,
        `Sitrep keeps no history of ${JSON.stringify(kind)}: it computes no status for it`,
      )
    return told
  } finally {
    history.close()
  }
}
