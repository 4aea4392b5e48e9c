import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenApi } from '@sitrep/status'
import { readVectors, type Vector } from '../../vectors/vector.ts'
import type { Known } from './known.ts'
import { type ReadDocuments, readDocuments } from './read.ts'
import type { Document, Reference, ReferenceKind, Statement } from './statement.ts'
import { holdsTitle, type Texts, textsIn } from './titles.ts'

/** The documents, with all that is wrong in their files: what is no statement, and what leads nowhere. */
export function checkedDocuments(known: Known): ReadDocuments {
  const { documents, problems } = readDocuments(known.root)
  const checker = new ReferenceChecker(known)
  return {
    documents,
    problems: [...problems, ...documents.flatMap((document) => checker.problemsOf(document))],
  }
}

/** A reference that leads nowhere, and why. */
interface Astray extends Reference {
  readonly problem: string
}

const astrayWith = (reference: Reference, problem: string | undefined): readonly Astray[] =>
  problem === undefined ? [] : [{ ...reference, problem }]

/** Looks where references lead to. A file is read once, a vector run once. */
class ReferenceChecker {
  readonly #known: Known
  readonly #vectors = new Map<string, ReadonlyMap<string, Vector>>()
  readonly #reached = new Map<string, ReadonlySet<string>>()
  readonly #texts = new Map<string, Texts>()

  constructor(known: Known) {
    this.#known = known
  }

  /** Every reference of a document that leads nowhere, a line each with statement, reference and what is missing. */
  problemsOf({ file, statements }: Document): readonly string[] {
    return statements.flatMap((statement) => {
      const references = [...statement.by, ...statement.shown]
      const astray = references.flatMap((each) => astrayWith(each, this.problemWith(each)))
      const problems = astray.length > 0 ? astray : this.#unreached(statement)
      return problems.map(({ kind, to, problem }) => `${file}, ${statement.id}: ${kind}: ${to}: ${problem}`)
    })
  }

  // Where vectors alone show a statement, the rows that are said to do it must be among those that decide there.
  #unreached({ by, shown }: Statement): readonly Astray[] {
    if (shown.length === 0 || shown.some(({ kind }) => kind !== 'vector')) return []
    const reaches = (row: string): boolean => shown.some(({ to }) => this.#reachedBy(to).has(row))
    return by
      .filter(({ kind, to }) => kind === 'rule' && !reaches(to))
      .map((rule) => ({ ...rule, problem: 'it decides nothing in the vectors that are named' }))
  }

  #reachedBy(to: string): ReadonlySet<string> {
    const [file = '', name = ''] = split(to, '#')
    const vector = this.#vectors.get(file)?.get(name)
    const rows = this.#reached.get(to) ?? (vector ? this.#known.reachedIn(vector) : new Set<string>())
    this.#reached.set(to, rows)
    return rows
  }

  /** Why a reference leads nowhere; nothing where it leads somewhere. */
  problemWith({ kind, to }: Reference): string | undefined {
    return this.#checks[kind](to)
  }

  readonly #checks: Readonly<Record<ReferenceKind, (to: string) => string | undefined>> = {
    rule: (to) => this.#rule(to),
    column: (to) => this.#column(to),
    field: (to) => this.#field(to),
    command: (to) => this.#command(to),
    decision: (to) => this.#decision(to),
    code: (to) => this.#code(to),
    vector: (to) => this.#vector(to),
    test: (to) => this.#test(to),
  }

  #rule(to: string): string | undefined {
    const [table = '', words] = split(to, ' / ')
    const rows = this.#known.tables.get(table)
    if (rows === undefined) return 'there is no such table'
    return words === undefined || rows.includes(words) ? undefined : 'the table has no such row'
  }

  #column(to: string): string | undefined {
    const [, kind = '', name = ''] = /^(\S+ \S+ \S+) (.+)$/.exec(to) ?? []
    const columns = this.#known.columns.get(kind)
    if (columns === undefined) return 'there is no such kind in that family and profile'
    return columns.includes(name) ? undefined : 'there is no such column'
  }

  #field(to: string): string | undefined {
    const [, kind = '', path = ''] = /^(\S+ \S+ \S+ \S+) (\S+)$/.exec(to) ?? []
    const schema = this.#known.schemas.get(kind)
    if (schema === undefined) return 'there is no such kind in that family, profile and version'
    const field = path
      .split('.')
      .reduce<OpenApi | undefined>((part, step) => (part?.items ?? part)?.properties?.[step], schema)
    return field === undefined ? 'there is no such field' : undefined
  }

  #command(to: string): string | undefined {
    const [program, name = '', ...asked] = to.split(' ')
    const options = program === 'sitrep' ? this.#known.commands.get(name) : undefined
    if (options === undefined) return 'there is no such command'
    const missing = asked.find((option) => !options.includes(option.replace(/^--/, '')))
    return missing === undefined ? undefined : `the command has no option ${missing}`
  }

  #decision(to: string): string | undefined {
    const found = globSync(`docs/decisions/${to}-*.md`, { cwd: this.#known.root })
    return found.length === 1 ? undefined : 'there is no such decision'
  }

  #code(to: string): string | undefined {
    const [file = '', name = ''] = split(to, '#')
    const source = this.#read(file)
    if (source === undefined) return 'there is no such file'
    return name !== '' && new RegExp(`\\b${name}\\b`).test(source) ? undefined : 'the file has no such name'
  }

  #vector(to: string): string | undefined {
    const [file = '', name = ''] = split(to, '#')
    if (this.#read(file) === undefined) return 'there is no such file'
    const vectors =
      this.#vectors.get(file) ??
      new Map(readVectors(join(this.#known.root, file)).map((vector) => [vector.name, vector]))
    this.#vectors.set(file, vectors)
    return vectors.has(name) ? undefined : 'the file has no vector of that name'
  }

  #test(to: string): string | undefined {
    const [file = '', title = ''] = split(to, '#')
    const source = this.#read(file)
    if (source === undefined) return 'there is no such file'
    if (!/test(ing)?\.ts$/.test(file)) return 'the file holds no tests'
    const texts = this.#texts.get(file) ?? textsIn(file, source)
    this.#texts.set(file, texts)
    return title !== '' && holdsTitle(texts, title) ? undefined : 'the file has no test of that title'
  }

  #read(file: string): string | undefined {
    const path = join(this.#known.root, file)
    return file !== '' && existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }
}

/** Both sides of the first mark; the text alone where there is none. */
function split(text: string, mark: string): readonly [string, string?] {
  const at = text.indexOf(mark)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + mark.length)]
}
