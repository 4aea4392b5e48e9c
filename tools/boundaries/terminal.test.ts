import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { terminalProblems } from './terminal.ts'

type Case = [path: string, text: string, refused: boolean, because: string]

const source = 'apps/sitrep/src'

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['commands/a.ts',               "process.stdout.write('x')",           true,  'nothing would make it harmless'],
  ['commands/a.ts',               "process.stderr.write('x')",           true,  'a complaint is text too'],
  ['commands/a.ts',               'const { stdout } = process',          true,  'that is the same stream'],
  ['commands/a.ts',               "console.error('x')",                  true,  'that writes as well'],
  ['commands/a.ts',               "writeSync(2, 'x')",                   true,  'streams have numbers'],
  ['commands/a.ts',               "import { styleText } from 'node:util'", true, 'looks are chosen in one place'],
  ['commands/a.ts',               'paint(ownText(message))',             true,  'a message is not our own'],
  ['commands/a.ts',               'paint(message as TerminalText)',      true,  'saying so does not make it so'],
  ['commands/a.ts',               String.raw`print('\u001b[31m')`,       true,  'it would be shown, not obeyed'],
  ['commands/a.ts',               "context.print('x')",                  false, 'that is the way'],
  ['terminal/process-context.ts', "process.stdout.write('x')",           false, 'somebody has to'],
  ['ui/terminal/ink-screen.ts',   "import { render } from 'ink'",        false, 'it gets harmless text alone'],
  ['ui/view.ts',                  "import { render } from 'ink'",        true,  'it would draw any text'],
]

describe('Text for terminals', () => {
  it('goes through one writer everywhere', () => {
    assert.deepEqual(terminalProblems(), [])
  })

  for (const [path, text, refused, because] of cases)
    it(`${text} in ${path} is ${refused ? 'refused' : 'fine'}, because ${because}`, () => {
      assert.equal(terminalProblems([{ path: `${source}/${path}`, text }]).length, refused ? 1 : 0)
    })
})
