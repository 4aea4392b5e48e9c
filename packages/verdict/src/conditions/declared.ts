import { type Fields, fieldsOf, isFields, listOf, textAt, valueAt, wholeNumber } from '../foreign/value.ts'
import { type Signal, signal } from '../signal.ts'
import type { Subject } from '../subject.ts'

/** Something that a spec declares entry by entry, each of which has an entry of its own in the status. */
interface Declaration {
  readonly declared: string
  readonly reported: string
  readonly noun: string
  readonly keyOf: (entry: Fields, subject: Subject) => string
  readonly reportedKeyOf: (entry: Fields, subject: Subject) => string
}

const byName = (entry: Fields): string => textAt(entry, 'name')

// The defaults are those of the Gateway API, so that an entry with them spelled out is the same entry.
function parentKey(entry: Fields, { object }: Subject): string {
  const namespace = textAt(entry, 'namespace') || textAt(object, 'metadata.namespace')
  const group = entry['group'] === undefined ? 'gateway.networking.k8s.io' : textAt(entry, 'group')
  const section = textAt(entry, 'sectionName')
  const port = wholeNumber(entry['port']) ?? ''
  return [group, textAt(entry, 'kind') || 'Gateway', namespace, textAt(entry, 'name'), section, port].join(
    '/',
  )
}

const declarations: readonly Declaration[] = [
  {
    declared: 'spec.parentRefs',
    reported: 'status.parents',
    noun: 'parent',
    keyOf: parentKey,
    reportedKeyOf: (entry, subject) => parentKey(fieldsOf(entry['parentRef']), subject),
  },
  {
    declared: 'spec.listeners',
    reported: 'status.listeners',
    noun: 'listener',
    keyOf: byName,
    reportedKeyOf: byName,
  },
]

/** The status with only those entries that the spec still declares: the others are left over from an earlier spec. */
export function declaredStatus(subject: Subject): Fields {
  return Object.fromEntries(
    Object.entries(subject.status).map(([key, value]) => {
      const declaration = declarations.find(({ reported }) => reported === `status.${key}`)
      return [key, declaration === undefined ? value : stillDeclared(declaration, value, subject)]
    }),
  )
}

function stillDeclared(declaration: Declaration, entries: unknown, subject: Subject): unknown {
  if (!Array.isArray(entries) || !Array.isArray(valueAt(subject.object, declaration.declared))) return entries
  const wanted = new Set(declaredKeys(declaration, subject))
  return entries.filter(isFields).filter((entry) => wanted.has(declaration.reportedKeyOf(entry, subject)))
}

/** What the spec declares and nobody has reported on. */
export function unreportedEntries(subject: Subject): readonly Signal[] {
  return declarations.flatMap((declaration) => {
    if (!isReportedBy(declaration, subject)) return []
    const reported = new Set(
      listOf(valueAt(subject.object, declaration.reported))
        .filter(isFields)
        .map((entry) => declaration.reportedKeyOf(entry, subject)),
    )
    return listOf(valueAt(subject.object, declaration.declared))
      .filter(isFields)
      .filter((entry) => !reported.has(declaration.keyOf(entry, subject)))
      .map((entry) => unreported(declaration, entry))
  })
}

// A kind of another origin may use the same word in its spec; the status shows whether it reports entry by entry.
const isReportedBy = ({ reported }: Declaration, { object, knowledge }: Subject): boolean =>
  Array.isArray(valueAt(object, reported)) || knowledge.some(({ entries }) => entries?.includes(reported))

const declaredKeys = ({ declared, keyOf }: Declaration, subject: Subject): readonly string[] =>
  listOf(valueAt(subject.object, declared))
    .filter(isFields)
    .map((entry) => keyOf(entry, subject))

function unreported({ reported, noun }: Declaration, entry: Fields): Signal {
  const section = textAt(entry, 'sectionName')
  const name = `${textAt(entry, 'name')}${section === '' ? '' : `/${section}`}`
  return signal({
    path: `${reported}[${name}]`,
    value: '',
    sense: 'missing',
    of: 'whole',
    says: `nothing is reported about ${noun} ${name}`,
  })
}
