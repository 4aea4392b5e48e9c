import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { differencesIn, readWorlds } from './worlds.testing.ts'

const folder = join(import.meta.dirname, '..', 'vectors')

for (const file of globSync('**/*.yaml', { cwd: folder }).sort()) {
  describe(`the vectors of ${file}`, () => {
    for (const world of readWorlds(join(folder, file)))
      it(`${world.name}, because ${world.because}`, () => assert.deepEqual(differencesIn(world), []))
  })
}
