import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { span } from '@sitrep/present'
import type { Context } from '../../command.ts'
import { openWriter } from '../../terminal/terminal-text.ts'
import { openReporter } from './reporter.ts'

const object = { apiVersion: 'v1', kind: 'Cluster', namespace: 'team', name: 'prod' }
const clear = '\r\u001b[0J'

describe('The picture of what is followed', () => {
  const open = () => {
    const written: string[] = []
    const context = {
      ...openWriter({ out: (text) => written.push(text), err: () => {}, colour: false }),
      now: () => 0,
      colour: false,
      width: 20,
      height: 10,
    }
    const reporter = openReporter(context as unknown as Context, undefined)
    return { context, reporter, written }
  }

  it('is drawn over also when the window became narrower and broke its lines', () => {
    const { context, reporter, written } = open()
    reporter.draw(() => [[span('sixteen letters.')]])
    context.width = 8
    reporter.draw(({ width }) => [[span('x'.repeat(width))]])
    assert.equal(written.at(-1), `\u001b[2A${clear}xxxxxxxx\n`)
  })

  it('makes room for a line above it', () => {
    const { reporter, written } = open()
    reporter.draw(() => [[span('picture')]])
    reporter.tell({ event: 'gone', object })
    const [, ...rest] = written.slice(1)
    assert.equal(rest.join(''), `\u001b[1A${clear}Cluster team/prod is gone\n${clear}picture\n`)
  })

  it('is not drawn again while nothing moves, and gives the cursor back in the end', () => {
    const { reporter, written } = open()
    for (const _ of [1, 2, 3]) reporter.draw(() => [[span('picture')]])
    reporter.settle()
    reporter.settle()
    assert.deepEqual(written, ['\u001b[?25l', `${clear}picture\n`, '\u001b[?25h'])
  })
})
