import { type Fields, isFields, listOf, saysSomething, wholeNumber } from '../foreign/value.ts'

// How specs call the number that they ask for.
const wantedNames = ['replicas', 'size', 'count', 'instances', 'nodeCount'] as const

// What is counted under these names is what a spec asks for as replicas.
const instanceNames: ReadonlySet<string> = new Set(['replicas', 'nodes', 'pods', 'instances', 'members'])

/** How many a spec asks for by this name, or in sum over the one list of which each entry asks for some. */
export function wantedBySpec(name: string, spec: Fields): number | undefined {
  const asked = [name, ...(instanceNames.has(name) ? ['replicas', 'size'] : [])]
    .map((each) => wholeNumber(spec[each]))
    .find((each) => each !== undefined)
  return asked ?? sumOver(name, spec)
}

function sumOver(name: string, spec: Fields): number | undefined {
  const sums = Object.values(spec).flatMap((list) => {
    const numbers = listOf(list).map((entry) => (isFields(entry) ? numberIn(entry, name) : undefined))
    return numbers.length > 0 && numbers.every((each) => each !== undefined)
      ? [numbers.reduce((sum, each) => sum + each, 0)]
      : []
  })
  // Of two such lists nobody can tell which one is counted.
  return sums.length === 1 ? sums[0] : undefined
}

const numberIn = (entry: Fields, name: string): number | undefined =>
  [name, ...wantedNames].map((key) => wholeNumber(entry[key])).find((each) => each !== undefined)

/** Whether a spec asks for none of something, itself or one of its parts. */
export const asksForNone = (spec: Fields): boolean =>
  [
    spec,
    ...Object.values(spec)
      .flatMap((part) => (Array.isArray(part) ? part : [part]))
      .filter(isFields),
  ].some((part) =>
    ['replicas', 'size', 'count', 'instances', 'nodes', 'members'].some((name) => part[name] === 0),
  )

/** Whether an update leaves old ones in place on purpose: by a partition, or because they are replaced by hand. */
export function keepsOldOnes(spec: Fields): boolean {
  return Object.entries(spec).some(([key, strategy]) => {
    if (!/strategy$/i.test(key) || !isFields(strategy)) return false
    return [strategy, ...Object.values(strategy).filter(isFields)].some(
      ({ partition, type }) => saysSomething(partition) || type === 'OnDelete',
    )
  })
}
