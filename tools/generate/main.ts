// Writes every generated document; with --verify it writes nothing and fails where one is not up to date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deployDocuments } from '../deploy/documents.ts'
import { results } from '../proof/record.ts'
import { vectorReads } from '../vectors/vector-reads.ts'
import { root } from '../workspace.ts'
import { documentsPage } from './documents/page.ts'
import { guidePages } from './guides.ts'
import { lintPage } from './lint.ts'
import { packageDiagram } from './package-diagram.ts'
import { proofPage } from './proof.ts'
import { publicSurface } from './public-surface.ts'
import { readsPage } from './reads.ts'
import { rulePages } from './rules.ts'
import { scaleChart } from './scale-chart.ts'
import { actors, securityProblems, securityTables } from './security.ts'
import { verdictsPage } from './verdicts.ts'

/** A document, or the part of one between two markers, that is made from something else. */
interface Generated {
  readonly file: string
  /** Name of the marked part; left out: the whole file. */
  readonly part?: string
  readonly make: () => string
}

const statements = await documentsPage()
for (const problem of [...statements.problems, ...securityProblems(actors())]) {
  console.error(problem)
  process.exitCode = 1
}

const reads = vectorReads()
const documents: readonly Generated[] = [
  { file: 'docs/architecture.md', part: 'packages', make: packageDiagram },
  { file: 'docs/lint/README.md', make: lintPage },
  { file: 'docs/proof.md', make: proofPage },
  { file: 'docs/proof/scale.svg', make: () => scaleChart(results()) },
  { file: 'docs/public-surface.md', make: publicSurface },
  { file: 'docs/reads.md', make: () => readsPage(reads) },
  { file: 'docs/verdicts.md', make: verdictsPage },
  { file: 'SECURITY.md', part: 'threats', make: securityTables },
  // What leads nowhere is no page: it would say that something is shown which is not.
  ...(statements.problems.length > 0 ? [] : [{ file: 'docs/documents.md', make: () => statements.text }]),
  ...deployDocuments(reads),
  ...(await guidePages()).map(({ file, text }) => ({ file, make: () => text })),
  ...rulePages().map(({ file, text }) => ({ file, make: () => text })),
]

function render({ file, part, make }: Generated): string {
  if (part === undefined) return make()
  const text = readFileSync(join(root, file), 'utf8')
  const [begin, end] = [`<!-- generated: ${part} -->`, '<!-- end of generated -->']
  const start = text.indexOf(begin)
  const stop = text.indexOf(end, start)
  if (start === -1 || stop === -1) throw new Error(`${file} has no part marked ${begin} … ${end}`)
  return `${text.slice(0, start + begin.length)}\n${make()}${text.slice(stop)}`
}

const verifying = process.argv.includes('--verify')
// A page may say what is open; a document is done when nothing is.
if (verifying)
  for (const each of statements.open) {
    console.error(`${each}: nothing shows it`)
    process.exitCode = 1
  }
for (const document of documents) {
  const path = join(root, document.file)
  const [before, after] = [existsSync(path) ? readFileSync(path, 'utf8') : undefined, render(document)]
  if (before === after) continue
  if (verifying) {
    console.error(`${document.file} is not up to date: run npm run generate and commit the result`)
    process.exitCode = 1
  } else {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, after)
    console.log(`wrote ${document.file}`)
  }
}
