import { writeFileSync } from 'node:fs'
import { formatDifferences, knownDifferences } from './differences.ts'
import { differencesPage } from './differences-page.ts'

writeFileSync(differencesPage, formatDifferences(knownDifferences))
