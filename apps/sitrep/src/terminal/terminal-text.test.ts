import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { span } from '@sitrep/present'
import { documentText, lineText, openWriter } from './terminal-text.ts'
import { Warnings } from './warnings.ts'

describe('A line for the terminal', () => {
  it('has colours by meaning, and none where they are not wanted', () => {
    const line = [span('Ready: '), span('False', 'bad')]
    assert.equal(lineText(line, { colour: false }), 'Ready: False')
    assert.equal(lineText(line, { colour: true }), 'Ready: \u001b[31mFalse\u001b[39m')
  })

  it('ends with its last letter: coloured blanks would break a full line into two', () => {
    const line = [span('a'), span('True   ', 'good'), span('  ', 'muted')]
    assert.equal(lineText(line, { colour: true }), 'a\u001b[32mTrue\u001b[39m')
  })
})

describe('Text that came from outside', () => {
  type Case = [name: string, text: string, shown: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['a colour',           '\u001b[31mred',    '\\u{1b}[31mred',    'colours are ours to choose'],
    ['a title',            '\u001b]0;x\u0007', '\\u{1b}]0;x\\u{7}', 'nobody renames the window'],
    ['an 8-bit control',   '\u009b2J',         '\\u{9b}2J',         'some terminals obey those'],
    ['a direction',        'a\u202eb',         'a\\u{202e}b',       'it would turn the rest round'],
    ['a line end',         'a\nb',             'a⏎b',               'it would forge a line'],
    ['letters of anybody', 'é日𝄞',             'é日𝄞',              'nothing obeys them'],
  ]
  for (const [name, text, shown, because] of cases)
    it(`${name} is shown as ${shown}, because ${because}`, () => {
      assert.equal(lineText(text, { colour: true }), shown)
      assert.equal(lineText([{ text, meaning: 'plain' }], { colour: true }), shown)
    })

  it('keeps its lines in a document, and nothing else', () => {
    assert.equal(documentText('a:\n\tb\r\u001b'), 'a:\n\tb\\u{d}\\u{1b}')
  })

  it('is cut where a complaint has no end, between characters', () => {
    const err: string[] = []
    const { complain } = openWriter({ out: () => {}, err: (text) => err.push(text), colour: false })
    complain(`${'x'.repeat(1_999)}${'𝄞'.repeat(10)}`)
    assert.equal(err.join(''), `${'x'.repeat(1_999)}… and 20 more characters\n`)
  })

  it('is counted where there are too many warnings', () => {
    const said: string[] = []
    const warnings = new Warnings({ complain: (line) => said.push(line) })
    for (let at = 0; at < 25; at++) warnings.add(`warning ${at}`)
    warnings.end()
    assert.equal(said.length, 21)
    assert.deepEqual(said.slice(-2), ['warning 19', 'and 5 more warnings'])
  })
})
