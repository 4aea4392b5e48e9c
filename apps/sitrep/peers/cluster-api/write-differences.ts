import { writeFileSync } from 'node:fs'
import { differencesPage, formatDifferences } from './differences.ts'
import { knownDifferences } from './known-differences.ts'

writeFileSync(differencesPage, formatDifferences(knownDifferences))
