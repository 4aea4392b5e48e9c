// Runs every vector of the repository, or those named on the command line, and whatever SITREP_VECTORS names besides.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { vectorCatalog } from './vectors/catalogs.ts'
import { runLines } from './vectors/run-lines.ts'
import { runVector, type VectorResult } from './vectors/run-vector.ts'
import { readVectors, vectorFiles } from './vectors/vector.ts'

const shownDifferences = 12

function repositoryFolders(): readonly string[] {
  const root = join(import.meta.dirname, '..', 'packages')
  return readdirSync(root)
    .map((name) => join(root, name, 'vectors'))
    .filter((folder) => existsSync(folder))
}

async function run(file: string): Promise<readonly VectorResult[]> {
  if (file.endsWith('.jsonl')) return runLines(file)
  return readVectors(file).map((vector) => runVector(vector, vectorCatalog(vector)))
}

const named = process.argv.slice(2)
const besides = (process.env.SITREP_VECTORS ?? '').split(':').filter((path) => path !== '')
const files = [...(named.length > 0 ? named : repositoryFolders()), ...besides].flatMap(vectorFiles)

let passed = 0
let failed = 0
for (const file of files) {
  const results = await run(file)
  const failures = results.filter((result) => !result.passed)
  passed += results.length - failures.length
  failed += failures.length
  console.log(`${file}: ${results.length - failures.length} of ${results.length}`)
  for (const { name, differences } of failures) {
    console.log(`  ${name}`)
    for (const difference of differences.slice(0, shownDifferences)) console.log(`    ${difference}`)
    if (differences.length > shownDifferences)
      console.log(`    and ${differences.length - shownDifferences} more`)
  }
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
