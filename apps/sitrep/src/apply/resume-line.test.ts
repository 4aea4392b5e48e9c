import assert from 'node:assert/strict'
import { it } from 'node:test'
import { resumeLine } from './resume-line.ts'

it('what was typed can be typed again, whatever the shell makes of its characters', () => {
  const options = { filename: ['a.yaml', "it's.yaml"], wait: true, timeout: '5m', debug: undefined }
  assert.equal(
    resumeLine('apply', { words: ['$(x)'], options }),
    `sitrep apply '$(x)' --filename a.yaml --filename 'it'\\''s.yaml' --wait --timeout 5m`,
  )
})
