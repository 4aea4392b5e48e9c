import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Expression, ExpressionError, errorLines } from './expression.ts'
import { parseExpression } from './parse-expression.ts'

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
    case 'computed':
      return `<${expression.text}>`
    default:
      return expression.ask
  }
}

type Case = [text: string, understood: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['Ready',                                     'Ready=True',                                   'a bare name is a condition that is True'],
  ['Ready=False',                               'Ready=False',                                  'the answer can be named'],
  ['ready=true',                                'ready=True',                                   'as kubectl wait lets people write it'],
  ['condition:example.com/Foo=True',            'example.com/Foo=True',                         'a domain in front belongs to the name'],
  ['condition:Foo/bar=True',                    'Foo/bar=True',                                 'whatever the name is'],
  ['condition:Stalled',                         'Stalled=True',                                 'the condition and nothing else'],
  ['Stalled',                                   'word Stalled',                                 'a word of the verdict can be both'],
  ['verdict=Ready',                             'verdict Ready',                                'the verdict and nothing else'],
  ['verdict=stalled',                           'verdict Stalled',                              'small letters are met half-way'],
  ['verdict == "Stalled"',                      'verdict Stalled',                              'as CEL writes it'],
  ['"Ready" != verdict',                        'not(verdict Ready)',                           'from either side'],
  ['condition("listeners[a]:Ready")',           'listeners[a]:Ready=True',                      'an address among others is quoted'],
  ['condition("Ready", "False") && A',          '(Ready=False and A=True)',                     'with the answer'],
  ['listeners[https]:Programmed',               'listeners[https]:Programmed=True',             'an address alone needs no quotes'],
  ['exists',                                    'exists',                                       'whether it is there'],
  ['deleted',                                   'deleted',                                      'whether it is gone'],
  ['condition=Ready',                           'Ready=True',                                   'as kubectl wait has it'],
  ['condition=Ready=false',                     'Ready=False',                                  'as kubectl wait has it'],
  ['jsonpath={.status.phase}=Running',          '<jsonpath={.status.phase}=Running>',           'as kubectl wait has it'],
  ['delete',                                    'deleted',                                      'as kubectl wait has it'],
  ['create',                                    'exists',                                       'as kubectl wait has it'],
  ['A && B || C',                               '((A=True and B=True) or C=True)',              'and binds tighter than or'],
  ['A && (B || C)',                             '(A=True and (B=True or C=True))',              'parentheses come first'],
  ['!A && B',                                   '(not(A=True) and B=True)',                     'not binds tightest'],
  ['!!A',                                       'not(not(A=True))',                             'twice is allowed'],
  ['any(A && B)',                               'any((A=True and B=True))',                     'one object is enough'],
  ['any(A) && all(B)',                          '(any(A=True) and all(B=True))',                'both over all objects'],
  ['any',                                       'any=True',                                     'without parentheses it is a name'],
  ['self.status.readyReplicas >= 3',            '<self.status.readyReplicas >= 3>',             'a field of the object'],
  ['cel=self.status.n > 2 && Ready',            '(<self.status.n > 2> and Ready=True)',         'the language may be named'],
  ['self.status.ready',                         '<self.status.ready>',                          'a field alone is to be true'],
  ['(self.a) > (2) || !has(self.b)',            '(<self.a) > (2> or not(<has(self.b)>))',       'only what CEL computes is one piece'],
]

// biome-ignore format: the table is the specification; its columns stay aligned
const refused: readonly (readonly [text: string, column: number, says: RegExp])[] = [
  ['',                          1,  /nothing to wait for/],
  ['   ',                       1,  /nothing to wait for/],
  ['Ready &&',                  9,  /ends too early/],
  ['Ready Healthy',             7,  /Syntax error/],
  ['(Ready',                    7,  /Syntax error: missing '\)'/],
  ['Ready)',                    6,  /Syntax error/],
  ['Ready=Maybe',               7,  /Ready is True, False or Unknown, never Maybe/],
  ['condition=Ready=Maybe',     17, /Ready is True, False or Unknown, never Maybe/],
  ['Ready=',                    7,  /never nothing/],
  ['Ready = True',              7,  /compared by ==/],
  ['verdict=Happy',             9,  /Happy is no verdict; there is Ready, Progressing/],
  ['verdict == "Happy"',        12, /Happy is no verdict/],
  ['verdict',                   1,  /expected verdict=WORD/],
  ['3',                         1,  /no yes or no but of type int/],
  ['Ready && self.a + 1',       10, /no yes or no but of type int/],
  ['.status.n > 3',             1,  /read from self/],
  ['Ready && .status.n > 3',    10, /read from self/],
  ['self.status. > 3',          14, /no viable alternative/],
  ['"a" > 3',                   5,  /no matching overload for '_>_' applied to '\(string, int\)'/],
  ['cel="a" > 3',               9,  /no matching overload/],
  ['status.n > 3',              1,  /nothing is called status here: a field is read from self/],
  ['self.a.all(x, any(x))',     18, /any can only be combined by && \|\| and !/],
  ['jsonpath={.a[}=3',          10, /this is no JSONPath: unterminated array/],
  ['Ready & Paused',            7,  /Syntax error/],
  ['self.a == "b',              11, /Syntax error/],
  ['Ready; rm -rf',             6,  /Syntax error/],
]

describe('An expression to wait for', () => {
  for (const [text, understood, because] of cases) {
    it(`${text} is understood as ${understood}, because ${because}`, async () => {
      assert.equal(written(await parseExpression(text)), understood)
    })
  }

  for (const [text, column, says] of refused) {
    it(`${text.slice(0, 40)} is refused at column ${column}: ${says.source}`, async () => {
      const error: unknown = await parseExpression(text).catch((thrown: unknown) => thrown)
      assert.ok(error instanceof ExpressionError, String(error))
      assert.match(error.message, says)
      assert.equal(error.column, column, error.message)
    })
  }

  it('what is nested too deeply is refused', async () => {
    for (const text of ['('.repeat(2_000), `${'!'.repeat(5_000)}a`, 'self.a[self'.repeat(2_000)])
      await assert.rejects(parseExpression(text), ExpressionError)
  })

  it('an error is shown with a caret below its place', () => {
    assert.deepEqual(errorLines('--for', 'Ready & Up', new ExpressionError(7, 'no')), [
      '--for: no (column 7)',
      '  Ready & Up',
      '        ^',
    ])
  })
})
