import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { CommandError } from '../command.ts'
import { makeDataFolder } from './data-folder.ts'

describe('The folder of sitrep up', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-folder-'))
  after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'file'), '')

  it('is made with all above it, for its owner alone, and is left as it is the second time', () => {
    const made = join(folder, 'a', 'b')
    makeDataFolder(made)
    makeDataFolder(made)
    assert.equal(statSync(made).mode & 0o777, 0o700)
  })

  type Case = [path: string, says: RegExp, because: string]
  const cases: Case[] = [
    [join(folder, 'file'), /file cannot be used: it is a file/, 'a file lies there'],
    [join(folder, 'file', 'x', 'y'), /file is a file/, 'a file lies on the way'],
    ['/proc/x/y', /cannot be used/, 'the system makes no folders there'],
  ]
  for (const [path, says, because] of cases)
    it(`${path} is refused at once, because ${because}`, () => {
      assert.throws(
        () => makeDataFolder(path),
        (error) => error instanceof CommandError && error.exitCode === 3 && says.test(error.message),
      )
    })
})
