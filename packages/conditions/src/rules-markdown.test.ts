import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { otherwise } from './rows.ts'
import { absent, type ConditionRules, False, keep, oneOf, type RowOutcome, report, True } from './rules.ts'
import { rulesToMarkdown } from './rules-markdown.ts'

const table = (words: string, outcome: RowOutcome<string>): ConditionRules<string> => ({
  type: 'Ready',
  rows: [[words, otherwise, outcome]],
})

type Case = [name: string, words: string, outcome: RowOutcome<string>, line: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['constant texts',      'ready',    True('Ready', 'All is well'),                    '| ready | True | `Ready` | All is well |',             'all of it is known'],
  ['no message',          'ready',    False('NotReady'),                               '| ready | False | `NotReady` |  |',                    'the cell is empty, the row whole'],
  ['no reason',           'ready',    True(''),                                        '| ready | True |  |  |',                               'the older model has none where all is well'],
  ['computed message',    'ready',    True('Ready', (f) => f),                         '| ready | True | `Ready` | *computed* |',              'a function cannot be printed'],
  ['reason from a list',  'ready',    True(oneOf(['A', 'B'], () => 'A')),              '| ready | True | `A`, `B` |  |',                       'the list says what can come'],
  ['computed reason',     'ready',    True((f) => f),                                  '| ready | True | *computed* |  |',                     'nothing says what can come'],
  ['keep',                'paused',   keep,                                            '| paused | *kept* |  |  |',                            'no status follows'],
  ['absent',              'gone',     absent,                                          '| gone | *absent* |  |  |',                            'no status follows'],
  ['report, undescribed', 'mirrored', report(() => { throw new Error('not called') }), '| mirrored | *computed* | *computed* | *computed* |',  'printing runs no rule'],
  ['report, described',   'mirrored', report(() => { throw new Error('not called') }, { statuses: ['True', 'False'], reasons: ['Up'], message: 'that of the node' }),
                                                                                       '| mirrored | True, False | `Up` | that of the node |', 'its author said what can come'],
  ['a pipe',              'a|b',      True('R', 'x|y'),                                '| a\\|b | True | `R` | x\\|y |',                       'a bare pipe would open a cell'],
  ['a line end',          'a\nb',     True('R', 'x\r\ny'),                             '| a<br>b | True | `R` | x<br>y |',                     'a bare line end would end the row'],
  ['markup',              'a *b* <c>', True('R'),                                      '| a \\*b\\* &lt;c> | True | `R` |  |',                 'words are words, not markup'],
]

describe('a table as Markdown', () => {
  for (const [name, words, outcome, line, because] of cases) {
    it(`${name}: ${line}, because ${because}`, () => {
      const [, , printed] = rulesToMarkdown(table(words, outcome)).split('\n')
      assert.equal(printed, line)
    })
  }

  it('has a head, a line a row in their order, and an end of line', () => {
    const rules: ConditionRules<string> = {
      type: 'Ready',
      rows: [
        ['first', (f) => f === '', True('A')],
        ['last', otherwise, False('B')],
      ],
    }
    assert.equal(
      rulesToMarkdown(rules),
      '| When | Status | Reason | Message |\n|---|---|---|---|\n| first | True | `A` |  |\n| last | False | `B` |  |\n',
    )
  })
})
