import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../workspace.ts'
import { holdsTitle, textsIn } from './documents/titles.ts'

/** Something that somebody could try: what happens then and the tests that try it, or why nothing is done about it. */
interface Attempt {
  readonly what: string
  readonly answer?: string
  readonly shown?: readonly string[]
  readonly undefended?: string
}

/** Somebody who could do harm. */
export interface Actor {
  readonly who: string
  readonly reaches: string
  readonly tries: readonly Attempt[]
}

const source = 'docs/security.yaml'

/** Who could do harm, and what they could try. */
export const actors = (): readonly Actor[] =>
  parse(readFileSync(join(root, source), 'utf8')) as readonly Actor[]

/** Attempts that no test tries although one is said to, a line each. */
export function securityProblems(all: readonly Actor[], folder: string = root): readonly string[] {
  return all.flatMap(({ who, tries }) =>
    tries.flatMap((attempt) =>
      problemsWith(attempt, folder).map((problem) => `${source}: ${who}: ${attempt.what}: ${problem}`),
    ),
  )
}

function problemsWith({ answer, shown = [], undefended }: Attempt, folder: string): readonly string[] {
  if (undefended !== undefined)
    return answer === undefined && shown.length === 0 ? [] : ['it is either answered or undefended']
  if (answer === undefined || shown.length === 0) return ['it needs an answer and a test, or says why not']
  return shown.flatMap((test) => missing(test, folder))
}

function missing(test: string, folder: string): readonly string[] {
  const mark = test.indexOf('#')
  const [file, title] = [test.slice(0, mark), test.slice(mark + 1)]
  const path = join(folder, file)
  if (!/\.test\.ts$/.test(file) || !existsSync(path)) return [`${test}: there is no such test file`]
  return holdsTitle(textsIn(file, readFileSync(path, 'utf8')), title)
    ? []
    : [`${test}: the file has no test of that title`]
}

/** The part of SECURITY.md that says who could do harm: a table for each. */
export const securityTables = (): string =>
  actors()
    .flatMap(({ who, reaches, tries }) => [
      '',
      `### ${who}`,
      '',
      `Reaches: ${reaches}.`,
      '',
      '| tries | what happens | tried by |',
      '|---|---|---|',
      ...tries.map(({ what, answer, shown = [], undefended }) =>
        undefended === undefined
          ? `| ${what} | ${answer} | ${shown.map(link).join('<br>')} |`
          : `| ${what} | **Not defended.** ${undefended} | |`,
      ),
      '',
    ])
    .join('\n')

function link(test: string): string {
  const mark = test.indexOf('#')
  const [file, title] = [test.slice(0, mark), test.slice(mark + 1)]
  return `[${title.replaceAll('|', '\\|')}](${file})`
}
