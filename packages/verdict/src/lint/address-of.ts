import { type ConditionList, formatAddress, formatEntry, listName, mainListOnly } from '@sitrep/status'
import { type Fields, isFields } from '../foreign/value.ts'
import type { LintSubject } from './lint-subject.ts'
import type { Path } from './path.ts'

/** The address of the condition that a path leads to or into, as it is written; nothing where it leads to none, or into a list that nobody knows. */
export function addressOf(path: Path, { object, known, knownLists }: LintSubject): string | undefined {
  const lists = knownLists.length > 0 ? knownLists : mainListOnly
  const list = lists.find((each) => each.path.every((step, at) => path[at] === step))
  if (list === undefined) return undefined
  const [first, ...rest] = path.slice(list.path.length)
  const within = itemAt(object, [...list.path, first ?? ''])
  if (within === undefined) return undefined
  if (list.entries === undefined) return typed(listName(list), within)
  const key = list.entries.key(within, known.metadata)
  const [conditions, at] = rest
  const condition = conditions === 'conditions' ? itemAt(within, ['conditions', at ?? '']) : undefined
  return key === undefined || condition === undefined ? undefined : typed(entryName(list, key), condition)
}

const entryName = (list: ConditionList, key: string): string => formatEntry(listName(list), key)

const typed = (at: string, { type }: Fields): string | undefined =>
  typeof type === 'string' && type !== '' ? formatAddress({ at, type }) : undefined

function itemAt(value: unknown, path: Path): Fields | undefined {
  let found = value
  for (const step of path) {
    if (Array.isArray(found) && typeof step === 'number') found = found[step]
    else if (isFields(found) && typeof step === 'string' && Object.hasOwn(found, step)) found = found[step]
    else return undefined
  }
  return isFields(found) ? found : undefined
}
