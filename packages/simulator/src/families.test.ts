import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { simulatedFamilies } from './families.ts'

const isOfFamily = (path: string): boolean =>
  simulatedFamilies.some(({ name }) => path.startsWith(`${name}/`))
// The list itself, and what is handed on to the outside.
const mayName = ['families.ts', 'index.ts']

const general = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !/test(ing)?\.ts$/.test(path))
  .filter((path) => !isOfFamily(path) && !mayName.includes(path))

describe('What is general in the simulator', () => {
  for (const { name, groups } of simulatedFamilies) {
    it(`knows nothing of ${name}`, () => {
      assert.ok(general.length > 20)
      const knowing = general.filter((path) => {
        const source = readFileSync(join(import.meta.dirname, path), 'utf8')
        const named = [...groups, `@sitrep/${name}`, `/${name}/`]
        return named.some((words) => source.includes(words))
      })
      assert.deepEqual(knowing, [])
    })
  }
})
