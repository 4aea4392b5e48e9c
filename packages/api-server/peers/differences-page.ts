import { join } from 'node:path'

/** Where the known differences are written for people. */
export const differencesPage: string = join(import.meta.dirname, '../../../docs/api-server-differences.md')
