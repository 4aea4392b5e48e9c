import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { families } from '../families.ts'
import { settingsFile } from './documents.ts'
import { chart } from './render.ts'

describe('The settings of the chart', () => {
  it('name the option of the program that stands for each', () => {
    const setting = { name: 'mostRooms', flag: 'most-rooms', type: 'text', help: 'How many rooms' } as const
    const told = parse(settingsFile([{ name: 'houses', settings: [setting] }, { name: 'quiet' }]))
    assert.deepEqual(told, { houses: { mostRooms: 'most-rooms' } })
  })

  it('are those of the families that Sitrep brings along', () => {
    const file = join(chart, 'files', 'settings.yaml')
    assert.ok(existsSync(file))
    assert.equal(readFileSync(file, 'utf8'), settingsFile(families))
  })
})
