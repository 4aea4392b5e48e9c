import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import {
  type Document,
  doers,
  proofs,
  type Reference,
  type ReferenceKind,
  type Statement,
} from './statement.ts'

/** What was read of the documents, and what in their files is no statement. */
export interface ReadDocuments {
  readonly documents: readonly Document[]
  readonly problems: readonly string[]
}

/** Reads `docs/documents/*.yaml` below a folder. */
export function readDocuments(root: string): ReadDocuments {
  const problems: string[] = []
  const documents = globSync('docs/documents/*.yaml', { cwd: root })
    .sort()
    .map((file) => parseDocument(file, readFileSync(join(root, file), 'utf8'), (why) => problems.push(why)))
  const seen = new Set<string>()
  for (const { file, statements } of documents) {
    for (const { id } of statements) {
      if (seen.has(id)) problems.push(`${file}: ${id} is there twice`)
      seen.add(id)
    }
  }
  return { documents, problems }
}

type Tell = (problem: string) => void
type Fields = Readonly<Record<string, unknown>>

function parseDocument(file: string, text: string, tell: Tell): Document {
  const { title, prefix, sections } = fieldsOf(parse(text))
  for (const [name, value] of Object.entries({ title, prefix }))
    if (!isText(value)) tell(`${file}: a document needs ${name}`)
  const statements = listOf(sections).flatMap((section) => {
    const { place, statements: held } = fieldsOf(section)
    if (!isText(place)) tell(`${file}: a section needs place, the heading that it stands under`)
    return listOf(held).map((statement) => parseStatement(fieldsOf(statement), String(place)))
  })
  for (const { statement, problems } of statements) {
    if (!new RegExp(`^${prefix}-\\d{3}$`).test(statement.id))
      problems.push(`its id is not ${prefix} and a number of three digits`)
    for (const problem of problems) tell(`${file}, ${statement.id}: ${problem}`)
  }
  return {
    file,
    title: String(title),
    prefix: String(prefix),
    statements: statements.map(({ statement }) => statement),
  }
}

interface Parsed {
  readonly statement: Statement
  readonly problems: string[]
}

const keys = ['id', 'says', 'by', 'shown', 'open', 'nothing', 'note']

function parseStatement(given: Fields, place: string): Parsed {
  const problems = Object.keys(given)
    .filter((key) => !keys.includes(key))
    .map((key) => `nobody knows ${key}`)
  const optional = (name: string): object => (isText(given[name]) ? { [name]: given[name] } : {})
  if (!isText(given['says'])) problems.push('it needs says, in our own words')
  const answers = ['shown', 'open', 'nothing'].filter((name) => given[name] !== undefined)
  if (answers.length !== 1)
    problems.push(`it needs one of shown, open and nothing, and has ${answers.join(' and ') || 'none'}`)
  const shown = parseReferences(given['shown'], proofs, problems)
  if (answers[0] === 'shown' && shown.length === 0) problems.push('nothing is named that shows it')
  for (const name of ['open', 'nothing'])
    if (answers[0] === name && !isText(given[name])) problems.push(`${name} says why`)
  const statement: Statement = {
    id: isText(given['id']) ? given['id'] : 'a statement without id',
    place,
    says: String(given['says']),
    by: parseReferences(given['by'], doers, problems),
    shown,
    ...optional('open'),
    ...optional('nothing'),
    ...optional('note'),
  }
  return { statement, problems }
}

function parseReferences(
  value: unknown,
  kinds: readonly ReferenceKind[],
  problems: string[],
): readonly Reference[] {
  return listOf(value).flatMap((each) => {
    const entries = Object.entries(fieldsOf(each))
    const [kind, to] = entries[0] ?? []
    const known = kinds.find((name) => name === kind)
    if (known !== undefined && entries.length === 1 && (isText(to) || typeof to === 'number'))
      return [{ kind: known, to: String(to) }]
    problems.push(`${JSON.stringify(each)} is no reference: one of ${kinds.join(', ')}, and where it leads`)
    return []
  })
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
