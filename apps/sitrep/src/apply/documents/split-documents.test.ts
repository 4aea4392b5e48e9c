import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CommandError } from '../../command.ts'
import { splitDocuments } from './split-documents.ts'

const map = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`

type Case = [name: string, text: string, says: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['two documents',        `${map('a')}---\n${map('b')}`,                              ['a 1', 'b 5'],   'each begins where its first line stands'],
  ['a comment in front',   `# who\n# why\n${map('a')}`,                                ['a 3'],          'people look for the object, not for the comment'],
  ['empty documents',      `---\n---\n# nothing\n---\n${map('a')}---\n`,               ['a 5'],          'nothing is no object and no mistake'],
  ['on the marker',        `--- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}`, ['a 1'],        'a document may begin on the line of its marker'],
  ['a list',               'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a}\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: b}\n', ['a 4', 'b 7'], 'items have places of their own'],
  ['an empty list',        'apiVersion: v1\nkind: List\nitems: []\n',                  [],               'it holds what it says'],
  ['JSON',                 '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}', ['a 1'],    'JSON is read too'],
  ['JSON over lines',      '{\n"apiVersion":"v1",\n"kind":"List","items":[\n{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}]}', ['a 4'], 'its places are places as well'],
  ['JSON line by line',    '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}\n{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"}}\n', ['a 1', 'b 2'], 'programs write documents one below the other'],
  ['lines of Windows',     `\ufeff${map('a')}data: {x: y}\n---\n${map('b')}`.replaceAll('\n', '\r\n'), ['a 1', 'b 6'], 'its mark in front and its ends of lines are no content'],
  ['a thousand documents', `${map('a')}---\n`.repeat(1_000),                           Array.from({ length: 1_000 }, (_, at) => `a ${at * 4 + 1}`), 'no document is read again for those after it'],
  ['dashes in a text',     `${map('a')}data:\n  text: |\n    --- not a marker\n`,      ['a 1'],          'only the beginning of a line is a marker'],
]

describe('Documents of a file', () => {
  for (const [name, text, says, because] of cases) {
    it(`${name}: ${says.slice(0, 2).join(', ') || 'none'}, because ${because}`, () => {
      const found = splitDocuments(text, 'x.yaml').map(
        ({ object, line }) => `${object.metadata.name} ${line}`,
      )
      assert.deepEqual(found, says)
    })
  }

  type Refusal = [name: string, text: string, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const refusals: Refusal[] = [
    ['no name',        `${map('a')}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {}\n`, /^x\.yaml:5: this is no object/, 'nobody could tell which object is meant'],
    ['plain text',     'hello\n',                                                        /^x\.yaml:1: this is no object/, 'it would be left out in silence'],
    ['a bad item',     'apiVersion: v1\nkind: List\nitems: [3]\n',                       /not every item of this list/,   'what is applied must be all that was meant'],
    ['bad YAML',       `${map('a')}---\nkind: [\n`,                                      /^x\.yaml:\d+:\d+: /,            'the place is one in the file'],
  ]
  for (const [name, text, says, because] of refusals) {
    it(`${name} is refused, because ${because}`, () => {
      assert.throws(
        () => splitDocuments(text, 'x.yaml'),
        (error) => error instanceof CommandError && error.exitCode === 2 && says.test(error.message),
      )
    })
  }

  it('a mistake in a later document is told with its line in the file', () => {
    const text = `${map('a')}---\n${map('b')}---\nkind: "open\n`
    assert.throws(() => splitDocuments(text, 'x.yaml'), { message: /^x\.yaml:(9|10):\d+: / })
  })
})
