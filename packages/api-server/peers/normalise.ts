import type { Json } from './exchange.ts'
import { isObject, listAt, textAt } from './json-answer.ts'
import type { Recorded } from './story.ts'

/**
 * Takes out of a story's answers what two servers cannot have in common: times, uids, counters, random suffixes and
 * addresses. What stays comparable is kept: two mentions of one uid stay one, and the versions of one object keep their order.
 */
export function normalise(recorded: readonly Recorded[], now: number): readonly Recorded[] {
  const answers = recorded.map(({ answer }) => answer)
  const replace = replacements(uidNames(answers), now)
  const versions = versionRanks(answers)
  return recorded.map(({ because, request, answer }) => ({
    because: replace(because),
    request: replace(request),
    answer: rewritten(answer, { replace, versions, key: '', path: [] }),
  }))
}

/** The versions of each object, in order; the number that stands for one is its place. */
type VersionRanks = ReadonlyMap<string, readonly string[]>

function versionRanks(answers: readonly Json[]): VersionRanks {
  const seen = new Map<string, Set<string>>()
  for (const metadata of metadatas(answers)) {
    const [uid, version] = [textAt(metadata, 'uid'), textAt(metadata, 'resourceVersion')]
    if (uid === '' || version === '') continue
    seen.set(uid, (seen.get(uid) ?? new Set()).add(version))
  }
  return new Map(
    [...seen].map(([uid, versions]) => [uid, [...versions].sort((a, b) => Number(a) - Number(b))]),
  )
}

function* metadatas(value: Json): Generator<Json> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    if (key === 'metadata') yield member
    yield* metadatas(member)
  }
}

const uidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const timePattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g
/** Names that stories ask servers to make up start with `made` or are all `m`, so that they are known wherever they turn up. */
const generatedName = /\b(made-|Made_|m{58})[bcdfghjklmnpqrstvwxz2456789]{5}\b/g
const hourMs = 3_600_000

/** What stands for a uid: the name of the object that has it, so that one object more on one server renames no other. */
function uidNames(answers: readonly Json[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const count = new Map<string, number>()
  for (const metadata of metadatas(answers)) {
    const [uid, name] = [
      textAt(metadata, 'uid'),
      textAt(metadata, 'name').replace(generatedName, '$1<random>'),
    ]
    if (uid === '' || name === '' || names.has(uid)) continue
    const nth = (count.get(name) ?? 0) + 1
    count.set(name, nth)
    names.set(uid, nth === 1 ? `<uid of ${name}>` : `<uid of ${name}, the ${nth}.>`)
  }
  return names
}

function replacements(names: ReadonlyMap<string, string>, now: number): (text: string) => string {
  const others = new Map<string, string>()
  const uid = (found: string): string => {
    const known = names.get(found) ?? others.get(found) ?? `<uid ${others.size + 1}>`
    if (!names.has(found)) others.set(found, known)
    return known
  }
  const time = (found: string, fraction: string | undefined): string =>
    Math.abs(Date.parse(found) - now) > hourMs
      ? found
      : `<time${fraction === undefined ? '' : ` with ${fraction.length - 1} digits`}>`
  return (text) => {
    return withSortedKeys(withSortedProblems(text))
      .replaceAll(uidPattern, uid)
      .replaceAll(timePattern, time)
      .replaceAll(generatedName, '$1<random>')
      .replaceAll(/resource version: \d+ \(\d+\)/g, 'resource version: <rv> (<rv>)')
      .replaceAll(/(resourceVersion\\?"?: ?\\?")\d+/g, '$1<rv>')
      .replaceAll(/resource version: \d+, current: \d+/g, 'resource version: <rv>, current: <rv>')
      .replaceAll(/in record \(\d+\)/g, 'in record (<rv>)')
      .replaceAll(/(clusterIPs?\\":\[?\\")10\.96\.\d+\.\d+/g, '$1<ip>')
      .replaceAll(/127\.0\.0\.1:\d+/g, '<server>')
  }
}

/** What is wrong with an applied object is found in the order of a Go map too. */
function withSortedProblems(text: string): string {
  const [head, list, ...rest] = text.split(': errors:\n')
  return list === undefined || rest.length > 0
    ? text
    : `${head}: errors:\n${list.split('\n').sort().join('\n')}`
}

/** Messages quote whole objects, whose keys stand in no particular order. */
export function withSortedKeys(text: string): string {
  return text.replaceAll(/"\{(?:[^"\\]|\\.)*\}"/g, (quoted) => {
    try {
      return JSON.stringify(JSON.stringify(sorted(JSON.parse(JSON.parse(quoted)))))
    } catch (error) {
      if (error instanceof SyntaxError) return quoted
      throw error
    }
  })
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]))
}

interface Place {
  readonly replace: (text: string) => string
  readonly versions: VersionRanks
  readonly key: string
  readonly path: readonly string[]
}

function rewritten(value: Json, place: Place): Json {
  if (typeof value === 'string') return rewrittenText(value, place)
  if (typeof value === 'number')
    return place.key === 'nodePort' || place.key === 'healthCheckNodePort' ? '<node port>' : value
  if (Array.isArray(value)) return value.map((element) => rewritten(element, place))
  if (!isObject(value)) return value
  if (listAt(value, 'details.causes').length > 1) return rewritten(inAnyOrder(value), place)
  const entries = Object.entries(value).map(([key, member]): [string, Json] => {
    if (key === 'resourceVersion' && typeof member === 'string') return [key, rank(member, value, place)]
    if (key === 'managedFields' && Array.isArray(member)) return [key, rewritten(inOrder(member), place)]
    return [place.replace(key), rewritten(member, { ...place, key, path: [...place.path, key] })]
  })
  return Object.fromEntries(entries)
}

/** Kubernetes finds several mistakes in the order of a Go map, which is another one each time. */
function inAnyOrder(status: { readonly [key: string]: Json }): Json {
  const { details, message, ...rest } = status
  const causes = listAt(details, 'causes').toSorted(compareBy(['field', 'message', 'reason']))
  const parts = String(message)
    .replaceAll(/[[\]]/g, '')
    .split(/, |\n|: /)
    .sort()
  return { ...rest, parts, causes, about: isObject(details) ? { ...details, causes: null } : null }
}

/**
 * Managers stand in the order of time, in seconds, and two writes fall into one second on one server only. So the order
 * is checked here and then made the same.
 */
function inOrder(managedFields: readonly Json[]): readonly Json[] {
  const byTime = managedFields.toSorted(
    compareBy(['operation', 'time', 'manager', 'apiVersion', 'subresource']),
  )
  const disorder = byTime.some((entry, index) => entry !== managedFields[index])
  const byName = managedFields.toSorted(compareBy(['operation', 'manager', 'apiVersion', 'subresource']))
  return disorder ? ['managedFields are out of order', ...byName] : byName
}

function compareBy(keys: readonly string[]): (a: Json, b: Json) => number {
  const text = (entry: Json): string => keys.map((key) => textAt(entry, key)).join('\0')
  return (a, b) => (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0)
}

function rank(version: string, metadata: Json, { versions }: Place): string {
  if (!/^[1-9]\d*$/.test(version)) return version
  const index = versions.get(textAt(metadata, 'uid'))?.indexOf(version) ?? -1
  return index < 0 ? '<rv>' : `<version ${index + 1}>`
}

function rewrittenText(text: string, { replace, key, path }: Place): string {
  if (key === 'continue' && text !== '') return '<continue>'
  if (key === 'caBundle') return '<certificate>'
  if (path.includes('cells'))
    return replace(text)
      .replaceAll(/^(\d+[smhdy])+$/g, '<age>')
      .replaceAll(/\b10\.96\.\d+\.\d+/g, '<ip>')
  if (['clusterIP', 'clusterIPs'].includes(key)) return text.replaceAll(/\b10\.96\.\d+\.\d+/g, '<ip>')
  return replace(text)
}
