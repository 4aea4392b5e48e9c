import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Expression, Operand } from './expression.ts'
import { ExpressionError } from './expression-error.ts'
import { errorLines, parseExpression } from './parse-expression.ts'

// One way to write each form, so that a table can say what was understood.
function written(expression: Expression): string {
  switch (expression.ask) {
    case 'and':
    case 'or':
      return `(${expression.parts.map(written).join(` ${expression.ask} `)})`
    case 'not':
    case 'any':
    case 'all':
      return `${expression.ask}(${written(expression.part)})`
    case 'condition':
      return `${expression.type}=${expression.status}`
    case 'word':
    case 'verdict':
      return `${expression.ask} ${expression.word}`
    case 'compare':
      return `${side(expression.left)} ${expression.operator} ${side(expression.right)}`
    default:
      return expression.ask
  }
}

function side(operand: Operand): string {
  if ('literal' in operand) return JSON.stringify(operand.literal)
  const path = JSON.stringify(operand.path).replaceAll('"', '')
  return operand.otherwise === undefined ? path : `${path} else ${side(operand.otherwise)}`
}

type Case = [text: string, understood: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['Ready',                                     'Ready=True',                                   'a bare name is a condition that is True'],
  ['Ready=False',                               'Ready=False',                                  'the answer can be named'],
  ['ready=true',                                'ready=True',                                   'as kubectl wait lets people write it'],
  ['Ready!=True',                               'not(Ready=True)',                              'every other answer'],
  ['condition:example.com/Foo=True',            'example.com/Foo=True',                         'a domain in front belongs to the name'],
  ['condition:Foo/bar=True',                    'Foo/bar=True',                                 'whatever the name is'],
  ['condition:Stalled',                         'Stalled=True',                                 'the condition and nothing else'],
  ['Stalled',                                   'word Stalled',                                 'a word of the verdict can be both'],
  ['verdict=Ready',                             'verdict Ready',                                'the verdict and nothing else'],
  ['verdict == stalled',                        'verdict Stalled',                              'small letters are met half-way'],
  ['exists',                                    'exists',                                       'whether it is there'],
  ['deleted',                                   'deleted',                                      'whether it is gone'],
  ['condition=Ready',                           'Ready=True',                                   'as kubectl wait has it'],
  ['condition=Ready=false',                     'Ready=False',                                  'as kubectl wait has it'],
  ['jsonpath={.status.phase}=Running',          '[{field:status},{field:phase}] == "Running"',  'as kubectl wait has it'],
  ['delete',                                    'deleted',                                      'as kubectl wait has it'],
  ['create',                                    'exists',                                       'as kubectl wait has it'],
  ['A && B || C',                               '((A=True and B=True) or C=True)',              'and binds tighter than or'],
  ['A && (B || C)',                             '(A=True and (B=True or C=True))',              'parentheses come first'],
  ['!A && B',                                   '(not(A=True) and B=True)',                     'not binds tightest'],
  ['!!A',                                       'not(not(A=True))',                             'twice is allowed'],
  ['not A and B or C',                          '((not(A=True) and B=True) or C=True)',         'words do where shells take signs'],
  ['any(A && B)',                               'any((A=True and B=True))',                     'one object is enough'],
  ['any(A) && all(B)',                          '(any(A=True) and all(B=True))',                'both over all objects'],
  ['any',                                       'any=True',                                     'without parentheses it is a name'],
  ['{.status.readyReplicas} >= 3',              '[{field:status},{field:readyReplicas}] >= 3',  'braces as kubectl has them'],
  ['.spec.replicas == .status.readyReplicas',   '[{field:spec},{field:replicas}] == [{field:status},{field:readyReplicas}]', 'two fields of one object'],
  ['.status.phase == Running',                  '[{field:status},{field:phase}] == "Running"',  'a bare word beside a field is text'],
  ['.status.phase = "Up and running"',          '[{field:status},{field:phase}] == "Up and running"', 'one sign does'],
  ['.status.ready',                             '[{field:status},{field:ready}] == true',       'a field alone is to be true'],
  ['.status.failed ?? 0 == 0',                  '[{field:status},{field:failed}] else 0 == 0',  'what counts where it is missing'],
  ['.a[0].b[-1]["x.y/z"].c\\.d[*] != null',     '[{field:a},{index:0},{field:b},{index:-1},{field:x.y/z},{field:c.d},{every:true}] != null', 'lists and odd names'],
  ['.c[?(@.type=="Ready")].status == "True"',   '[{field:c},{where:[{field:type}],operator:==,value:Ready},{field:status}] == "True"', 'an entry of a list by a field'],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const refused: readonly (readonly [text: string, column: number, says: RegExp])[] = [
  ['',                          1,  /nothing to wait for/],
  ['Ready &&',                  9,  /expected a condition, a field or \(, not the end/],
  ['Ready Healthy',             7,  /expected && or \|\| before Healthy/],
  ['(Ready',                    7,  /expected \) to close \(/],
  ['Ready)',                    6,  /expected && or \|\| before \)/],
  ['Ready=Maybe',               7,  /Ready is True, False or Unknown, never Maybe/],
  ['condition=',                11, /expected a value after =, not the end/],
  ['Ready=',                    7,  /expected a value after =, not the end/],
  ['verdict=Happy',             9,  /Happy is no verdict; there is Ready, Progressing/],
  ['verdict',                   1,  /expected verdict=WORD/],
  ['3',                         2,  /expected one of ==/],
  ['.status. > 3',              9,  /name of a field is missing/],
  ['.a >',                      5,  /expected a field or a value, not the end/],
  ['.a[?(@.b)] == 1',           9,  /a filter compares/],
  ['.a[b] == 1',                3,  /after \[ comes a number/],
  ['{.a == 1',                  4,  /closed by }/],
  ['Ready & Paused',            7,  /"&" has no meaning here/],
  ['.a == "b',                  7,  /never closed/],
  ['Ready; rm -rf',             6,  /";" has no meaning here/],
  ['('.repeat(200),             101, /nested too deeply/],
  ['.a ?? '.repeat(200),        601, /nested too deeply/],
  ['.a[?(@'.repeat(200),        127, /nested too deeply/],
]

describe('An expression to wait for', () => {
  for (const [text, understood, because] of cases) {
    it(`${text} is understood as ${understood}, because ${because}`, () => {
      assert.equal(written(parseExpression(text)), understood)
    })
  }

  for (const [text, column, says] of refused) {
    it(`${text.slice(0, 40)} is refused at column ${column}: ${says.source}`, () => {
      assert.throws(
        () => parseExpression(text),
        (error) => error instanceof ExpressionError && error.column === column && says.test(error.message),
      )
    })
  }

  it('an error is shown with a caret below its place', () => {
    assert.deepEqual(errorLines('--for', 'Ready & Up', new ExpressionError(7, 'no')), [
      '--for: no (column 7)',
      '  Ready & Up',
      '        ^',
    ])
  })
})
