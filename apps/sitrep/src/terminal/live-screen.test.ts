import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LiveScreen } from './live-screen.ts'
import { ownText } from './terminal-text.ts'

function drawn(size: { width: number; height: number }, ...blocks: readonly (readonly string[])[]): string[] {
  const written: string[] = []
  const screen = new LiveScreen({ paint: (text) => written.push(text), size: () => size })
  for (const block of blocks) screen.draw(block.map(ownText))
  screen.close()
  return written
}

const clear = '\r\u001b[0J'

describe('A block that is drawn again in place', () => {
  it('goes back over what it drew, and gives the cursor back', () => {
    assert.deepEqual(drawn({ width: 20, height: 10 }, ['a', 'b'], ['c']), [
      '\u001b[?25l',
      `${clear}a\nb\n`,
      `\u001b[2A${clear}c\n`,
      '\u001b[?25h',
    ])
  })

  it('counts rows, not lines: a terminal breaks long ones, and colours take no room', () => {
    const [, , second] = drawn({ width: 4, height: 10 }, ['abcdefgh', '\u001b[31mabc\u001b[39m'], ['x'])
    assert.equal(second, `\u001b[3A${clear}x\n`)
  })

  it('shows what fits and counts the rest', () => {
    const [, first] = drawn({ width: 20, height: 5 }, ['1', '2', '3', '4', '5', '6'])
    assert.equal(first, `${clear}1\n2\n3\n… 3 more lines\n`)
  })
})
