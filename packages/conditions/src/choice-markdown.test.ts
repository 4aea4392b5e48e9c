import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ChoiceRow, type ChoiceRules, fromFacts } from './choice.ts'
import { choicesToMarkdown } from './choice-markdown.ts'
import { otherwise } from './rows.ts'

interface Step {
  readonly action?: string
  readonly event?: unknown
  readonly againMs?: number
}

const uncalled = (): never => assert.fail('printing runs no rule')

type Outcome = ChoiceRow<string, Step>[2]
type Case = [name: string, words: string, outcome: Outcome, line: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['constant',           'ready',     { action: 'none', event: 'Fine', againMs: 5 },                 '| ready | none | Fine | 5 |',                               'all of it is known'],
  ['a key left out',     'ready',     { action: 'none' },                                            '| ready | none |  |  |',                                    'the cell is empty, the row whole'],
  ['nothing',            'ready',     { event: null },                                               '| ready |  |  |  |',                                        'so it is for what is not there'],
  ['zero and false',     'ready',     { event: false, againMs: 0 },                                  '| ready |  | false | 0 |',                                  'they are there'],
  ['a list',             'ready',     { event: ['A', 'B'] },                                         '| ready |  | A, B |  |',                                    'one after the other'],
  ['fields of its own',  'ready',     { event: { type: 'Warning', reason: 'Lost' } },                '| ready |  | type: Warning, reason: Lost |  |',             'each with its name'],
  ['made, described',    'mirrored',  fromFacts(uncalled, { action: 'look', event: '', againMs: 'twice as long as before' }),
                                                                                                     '| mirrored | look |  | twice as long as before |',          'its author said what can come'],
  ['made, in part',      'mirrored',  fromFacts(uncalled, { action: 'look' }),                       '| mirrored | look | *computed* | *computed* |',             'nothing says what else can come'],
  ['made, undescribed',  'mirrored',  uncalled,                                                      '| mirrored | *computed* | *computed* | *computed* |',       'a function cannot be printed'],
  ['a function inside',  'ready',     { event: uncalled },                                           '| ready |  | *computed* |  |',                              'nor can one further down'],
  ['a pipe',             'a|b',       { action: 'x|y' },                                             '| a\\|b | x\\|y |  |  |',                                   'a bare pipe would open a cell'],
  ['markup',             'a *b* <c>', { event: { '<k>': '*v*' } },                                   '| a \\*b\\* &lt;c> |  | &lt;k>: \\*v\\* |  |',              'words are words, not markup'],
]

describe('a table of choices as Markdown', () => {
  for (const [name, words, outcome, line, because] of cases) {
    it(`${name}: ${line}, because ${because}`, () => {
      const table: ChoiceRules<string, Step> = {
        name: 'step',
        rows: [[words, otherwise, outcome]],
        columns: { action: 'Action', event: 'Event', againMs: 'Again' },
      }
      const [, , printed] = choicesToMarkdown(table).split('\n')
      assert.equal(printed, line)
    })
  }

  type Head = [name: string, table: ChoiceRules<string, unknown>, head: string, because: string]
  const rows = (...outcomes: readonly unknown[]): readonly ChoiceRow<string, unknown>[] =>
    outcomes.map((outcome) => ['always', otherwise, outcome])

  // biome-ignore format: the table is the specification; its columns stay aligned
  const heads: Head[] = [
    ['keys',               { name: 't', rows: rows({ b: 1 }, { a: 2, b: 3 }) },                        '| When | B | A |',              'keys stand as they first appear'],
    ['keys of two words',  { name: 't', rows: rows({ requeueAfter: 1 }) },                             '| When | Requeue after |',      'people read them'],
    ['keys of words',      { name: 't', rows: rows(fromFacts(uncalled as () => Step, { action: 'x' })) }, '| When | Action |',           'what is described can come'],
    ['no object',          { name: 't', rows: rows('take', 3) },                                       '| When | Outcome |',            'an outcome may be a word'],
    ['a list',             { name: 't', rows: rows(['a', 'b']) },                                      '| When | Outcome |',            'or several'],
    ['nothing known',      { name: 't', rows: rows(uncalled) },                                        '| When | Outcome |',            'there is an outcome all the same'],
    ['no rows',            { name: 't', rows: [] },                                                    '| When | Outcome |',            'even then the table is one'],
  ]

  for (const [name, table, head, because] of heads) {
    it(`${name}: ${head}, because ${because}`, () => {
      assert.equal(choicesToMarkdown(table).split('\n')[0], head)
    })
  }

  it('has a head, a line a row in their order, the columns that are wanted, and an end of line', () => {
    const table: ChoiceRules<string, Step> = {
      name: 'step',
      rows: [
        ['first', (f) => f === '', { againMs: 1, event: 'E', action: 'a' }],
        ['last', otherwise, { action: 'b' }],
      ],
      columns: { action: 'What is done', againMs: 'Again | ms' },
    }
    assert.equal(
      choicesToMarkdown(table),
      '| When | What is done | Again \\| ms |\n|---|---|---|\n| first | a | 1 |\n| last | b |  |\n',
    )
  })

  it('prints an outcome that is no object in one column', () => {
    const table: ChoiceRules<string, string> = {
      name: 'word',
      rows: [
        ['first', (f) => f === '', 'take'],
        ['second', (f) => f === 'x', fromFacts((f: string) => f, 'what was given')],
        ['last', otherwise, (f) => f],
      ],
    }
    assert.equal(
      choicesToMarkdown(table),
      '| When | Outcome |\n|---|---|\n| first | take |\n| second | what was given |\n| last | *computed* |\n',
    )
  })
})
