import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { checkedDocuments } from './check.ts'
import type { Known } from './known.ts'

const home = mkdtempSync(join(tmpdir(), 'sitrep-documents-'))
const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(home, file)), { recursive: true })
  writeFileSync(join(home, file), text)
}
// A title that is made of a name, as it stands in the source.
const named = `turns \${times} times`

before(() => {
  write('packages/x/vectors/a.yaml', 'name: all is well\nat: 2026-01-01T00:00:00Z\nobjects: []\nexpect: []\n')
  write(
    'packages/x/src/a.test.ts',
    [
      '// a comment',
      "describe('a widget', () => {",
      "  it('spins', () => {})",
      `  it(\`${named}\`, () => {})`,
      '})',
      "table('Ready', [['too slow', 1, 'False']])",
      "table('Available', [['too late', 1, 'False']])",
    ].join('\n'),
  )
  write('packages/x/src/a.ts', "export const spin = 'spins'\n")
  write('docs/decisions/0001-one.md', '')
})
after(() => rmSync(home, { recursive: true }))

const known: Known = {
  root: home,
  tables: new Map([['x Widget proposal Ready', ['it spins', 'otherwise']]]),
  columns: new Map([['x Widget proposal', ['NODE NAME']]]),
  schemas: new Map([
    [
      'x Widget proposal v1',
      { properties: { status: { properties: { gates: { items: { properties: { type: {} } } } } } } },
    ],
  ]),
  commands: new Map([['apply', ['wait']]]),
  reachedIn: () => new Set(['x Widget proposal Ready', 'x Widget proposal Ready / it spins']),
}

function problemsWith(...statements: readonly object[]): readonly string[] {
  const sections = [{ place: 'Status', statements }]
  write('docs/documents/x.yaml', JSON.stringify({ title: 'X', prefix: 'x', sections }))
  return checkedDocuments(known).problems
}

const vector = { vector: 'packages/x/vectors/a.yaml#all is well' }
const test = (title: string): object => ({ test: `packages/x/src/a.test.ts#${title}` })
const good = { id: 'x-001', says: 'it spins', by: [], shown: [vector] }
const by = (reference: object): object => ({ ...good, by: [reference], shown: [test('spins')] })
const shown = (reference: object): object => ({ ...good, shown: [reference] })
const open = { id: 'x-001', says: 'it spins', open: 'nobody looks' }

type Case = [name: string, statement: object, says: string | undefined, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a vector',                shown(vector),                                              undefined, 'it is there'],
  ['a vector that is gone',   shown({ vector: 'packages/x/vectors/a.yaml#all was well' }), 'x-001: vector: packages/x/vectors/a.yaml#all was well: the file has no vector of that name', 'its name has changed'],
  ['a part of its name',      shown({ vector: 'packages/x/vectors/a.yaml#all is' }),      'the file has no vector of that name',       'a name is a name'],
  ['a file of vectors gone',  shown({ vector: 'packages/x/vectors/b.yaml#all is well' }), 'packages/x/vectors/b.yaml#all is well: there is no such file', 'it was moved'],
  ['a test',                  shown(test('spins')),                                       undefined, 'it is there'],
  ['a test in its describe',  shown(test('a widget > spins')),                            undefined, 'it is there'],
  ['a title with a name',     shown(test(named)),                                         undefined, 'it counts as it is written'],
  ['the beginning of it',     shown(test('turns …')),                                     undefined, 'the rest is left out on purpose'],
  ['a row of its table',      shown(test('Ready > too slow')),                            undefined, 'it is there'],
  ['a row of another table',  shown(test('Ready > too late')),                            'test: packages/x/src/a.test.ts#Ready > too late: the file has no test of that title', 'the other table would hide it'],
  ['a test that is gone',     shown(test('spun')),                                        'the file has no test of that title',        'its title has changed'],
  ['a part of a title',       shown(test('spin')),                                        'the file has no test of that title',        'a title is a title'],
  ['a comment',               shown(test('a comment')),                                   'the file has no test of that title',        'comments do not run'],
  ['no title at all',         shown({ test: 'packages/x/src/a.test.ts' }),                'the file has no test of that title',        'a file is no test'],
  ['nothing but a mark',      shown(test('…')),                                           'the file has no test of that title',        'it would fit everything'],
  ['a file of tests gone',    shown({ test: 'packages/x/src/b.test.ts#spins' }),          'there is no such file',                     'it was moved'],
  ['a file without tests',    shown({ test: 'packages/x/src/a.ts#spins' }),               'the file holds no tests',                   'code shows nothing'],
  ['a table',                 by({ rule: 'x Widget proposal Ready' }),                    undefined, 'it is there'],
  ['a row',                   by({ rule: 'x Widget proposal Ready / it spins' }),         undefined, 'it is there'],
  ['a table that is gone',    by({ rule: 'x Widget released Ready' }),                    'rule: x Widget released Ready: there is no such table', 'there is none in that language'],
  ['a row that is gone',      by({ rule: 'x Widget proposal Ready / it rests' }),         'the table has no such row',                 'its words have changed'],
  ['a row that decides',      { ...good, by: [{ rule: 'x Widget proposal Ready / it spins' }] },  undefined, 'the vector goes through it'],
  ['a row that does not',     { ...good, by: [{ rule: 'x Widget proposal Ready / otherwise' }] }, 'rule: x Widget proposal Ready / otherwise: it decides nothing in the vectors that are named', 'the vector would not notice'],
  ['a column',                by({ column: 'x Widget proposal NODE NAME' }),              undefined, 'it is there'],
  ['a column that is gone',   by({ column: 'x Widget proposal NODE' }),                   'there is no such column',                   'it was renamed'],
  ['a column of nothing',     by({ column: 'x Gadget proposal NODE' }),                   'there is no such kind',                     'there is no such kind'],
  ['a field',                 by({ field: 'x Widget proposal v1 status.gates.type' }),    undefined, 'it is there, inside a list'],
  ['a field that is gone',    by({ field: 'x Widget proposal v1 status.phase' }),         'there is no such field',                    'it was dropped'],
  ['a field of a version gone', by({ field: 'x Widget proposal v2 status.gates' }),       'there is no such kind in that family, profile and version', 'there is no such version'],
  ['a command',               by({ command: 'sitrep apply --wait' }),                     undefined, 'it is there'],
  ['a command that is gone',  by({ command: 'sitrep fly' }),                              'there is no such command',                  'it was renamed'],
  ['an option that is gone',  by({ command: 'sitrep apply --fly' }),                      'the command has no option --fly',           'it was renamed'],
  ['a decision',              by({ decision: '0001' }),                                   undefined, 'it is there'],
  ['a decision that is gone', by({ decision: '0002' }),                                   'there is no such decision',                 'nobody has taken it'],
  ['code',                    by({ code: 'packages/x/src/a.ts#spin' }),                   undefined, 'it is there'],
  ['a name that is gone',     by({ code: 'packages/x/src/a.ts#spinner' }),                'the file has no such name',                 'it was renamed'],
  ['a file that is gone',     by({ code: 'packages/x/src/b.ts#spin' }),                   'there is no such file',                     'it was moved'],
  ['open',                    open,                                                       undefined, 'that is an answer'],
  ['open and shown',          { ...good, open: 'nobody looks' },                          'it needs one of shown, open and nothing, and has shown and open', 'one of them is wrong'],
  ['no answer',               { id: 'x-001', says: 'it spins' },                          'it needs one of shown, open and nothing, and has none', 'nobody knows how it stands'],
  ['shown by nothing',        { ...good, shown: [] },                                     'nothing is named that shows it',            'an empty list shows nothing'],
  ['open without a reason',   { ...open, open: true },                                    'open says why',                             'nobody could close it'],
  ['no words',                { ...good, says: '' },                                      'it needs says, in our own words',           'nobody knows what it is about'],
  ['an id of another',        { ...good, id: 'y-001' },                                   'y-001: its id is not x and a number of three digits', 'ids tell the document'],
  ['a key that is none',      { ...good, remark: 'x' },                                   'nobody knows remark',                       'it would not be printed'],
  ['a reference that is none', shown({ picture: 'x' }),                                   '{"picture":"x"} is no reference: one of vector, test, and where it leads', 'nobody could follow it'],
  ['a doer that shows',       shown({ code: 'packages/x/src/a.ts#spin' }),                'is no reference: one of vector, test',      'what does it does not show it'],
]

describe('A statement with', () => {
  for (const [name, statement, says, because] of cases) {
    it(`${name}: ${says ?? 'fine'}, because ${because}`, () => {
      const problems = problemsWith(statement)
      if (says === undefined) assert.deepEqual(problems, [])
      else
        assert.ok(
          problems.some((problem) => problem.startsWith('docs/documents/x.yaml, ') && problem.includes(says)),
          problems.join('\n') || 'no problem',
        )
    })
  }

  it('an id that another has is told', () => {
    assert.deepEqual(problemsWith(good, good), ['docs/documents/x.yaml: x-001 is there twice'])
  })
})
