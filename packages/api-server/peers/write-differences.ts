import { writeFileSync } from 'node:fs'
import { formatDifferences } from './differences.ts'
import { differencesPage } from './differences-page.ts'
import { knownDifferences } from './known-differences.ts'

writeFileSync(differencesPage, formatDifferences(knownDifferences))
