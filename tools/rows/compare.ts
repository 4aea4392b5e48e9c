// Compares every row of every rule table with what tests and vectors go through: a row that nothing reaches is a failure.
import { existsSync, readFileSync } from 'node:fs'
import { allRows, rowsNeverSeen, rowText } from './rows-seen.ts'

const [file] = process.argv.slice(2)
const tested = new Set(file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
const never = rowsNeverSeen(tested)
console.log(`${allRows().length} rows of rule tables, ${never.length} without a test`)
for (const row of never) console.log(`  ${rowText(row)}`)
process.exitCode = never.length > 0 ? 1 : 0
