import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { span } from '@sitrep/present'
import { styleLine } from './style-lines.ts'

describe('A line for the terminal', () => {
  it('has colours by meaning, and none where they are not wanted', () => {
    const line = [span('Ready: '), span('False', 'bad')]
    assert.equal(styleLine(line, { colour: false }), 'Ready: False')
    assert.equal(styleLine(line, { colour: true }), 'Ready: \u001b[31mFalse\u001b[39m')
  })

  it('ends with its last letter: coloured blanks would break a full line into two', () => {
    const line = [span('a'), span('True   ', 'good'), span('  ', 'muted')]
    assert.equal(styleLine(line, { colour: true }), 'a\u001b[32mTrue\u001b[39m')
  })
})
