import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../json/json.ts'
import { parseJson } from '../json/parse-json.ts'
import { compileJsonPath } from './compile-path.ts'
import { JsonPathError } from './json-path-error.ts'

const object = parseJson(`{
  "metadata": { "name": "web", "labels": { "app.kubernetes.io/name": "x", "a": { "b": "nested" } } },
  "spec": { "replicas": 3, "list": [10, 20, 30, 40], "empty": [], "none": null, "on": true },
  "status": { "conditions": [
    { "type": "Ready", "status": "True", "count": 2 },
    { "type": "Synced", "status": "False", "count": 5 },
    { "type": "Odd (really)", "status": "Unknown" }
  ] },
  "constructor": "own",
  "__proto__": "data"
}`).value

type Case = [path: string, found: readonly unknown[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['.metadata.name',                                     ['web'],                      'names follow one another'],
  ['{.metadata.name}',                                   ['web'],                      'braces change nothing'],
  ['$.metadata.name',                                    ['web'],                      'the root may be named'],
  [".metadata['name']",                                  ['web'],                      'a name may stand in brackets'],
  ['.metadata.labels.app\\.kubernetes\\.io/name',        ['x'],                        'a dot can be escaped'],
  [".metadata.labels['app\\.kubernetes\\.io/name']",     ['x'],                        'in brackets too'],
  [".metadata.labels['app.kubernetes.io/name']",         ['x'],                        'in brackets a dot is part of the key, if there is such a key'],
  [".metadata.labels['a.b']",                            ['nested'],                   'if not, it separates names, as kubectl reads it'],
  ['.spec.list[0]',                                      [10],                         'counted from 0'],
  ['.spec.list[-1]',                                     [40],                         'or from the end'],
  ['.spec.list[*]',                                      [10, 20, 30, 40],             'all of them'],
  ['.spec.list[1:3]',                                    [20, 30],                     'without the last'],
  ['.spec.list[:2]',                                     [10, 20],                     'from the beginning'],
  ['.spec.list[-2:]',                                    [30, 40],                     'to the end'],
  ['.spec.list[::2]',                                    [10, 30],                     'every other'],
  ['.spec.list[0,3]',                                    [10, 40],                     'some of them'],
  [".metadata['title','name']",                          ['web'],                      'one name or another'],
  [".metadata['title','labels.a.b']",                    ['nested'],                   'each may lead deeper'],
  ['.spec.list[9]',                                      [],                           'there is no such item'],
  ['.spec.empty[0]',                                     [],                           'nor in an empty list'],
  ['.spec.none[0]',                                      [],                           'null has no items'],
  ['.spec.replicas[0]',                                  [],                           'a number has none either'],
  ['.spec.none',                                         [null],                       'null is a value'],
  ['.spec.missing.deep',                                 [],                           'what is missing leads nowhere'],
  ['.constructor',                                       ['own'],                      'names of inherited members are ordinary'],
  ['.spec.constructor',                                  [],                           'and inherited ones are not there'],
  ['.__proto__',                                         ['data'],                     'nor is this one special'],
  ['..type',                                             ['Ready', 'Synced', 'Odd (really)'], 'at any depth'],
  ['.status.conditions[*].status',                       ['True', 'False', 'Unknown'], 'of each'],
  ['.status.conditions[?(@.type=="Ready")].status',      ['True'],                     'only where it holds'],
  [".status.conditions[?(@.type=='Synced')].status",     ['False'],                    'single quotes do'],
  ['.status.conditions[?(@.type != "Ready")].type',      ['Synced', 'Odd (really)'],   'spaces do too'],
  ['.status.conditions[?(@.type=="Odd (really)")].status', ['Unknown'],                'a parenthesis inside quotes closes nothing'],
  ['.status.conditions[?(@.count>2)].type',              ['Synced'],                   'items without a count are passed over'],
  ['.status.conditions[?(@.count<=2)].type',             ['Ready'],                    'the bound included'],
  ['.status.conditions[?(@.count)].type',                ['Ready', 'Synced'],          'having it is enough'],
  ['.status.conditions[?(@.type>2)].type',               [],                           'text cannot be compared with numbers'],
  ['.metadata.*',                                        ['web', { 'app.kubernetes.io/name': 'x', a: { b: 'nested' } }], 'all members'],
  ['.',                                                  [],                           'the nameless member'],
  ['',                                                   [object],                     'no steps lead to the whole'],
]

describe('compileJsonPath', () => {
  for (const [path, found, because] of cases) {
    it(`${path} finds ${JSON.stringify(found).slice(0, 60)}, because ${because}`, () => {
      assert.deepEqual(compileJsonPath(path)(object), found)
    })
  }
})

const nested = (levels: number, inmost: Json = 1): Json =>
  levels === 0 ? inmost : { a: nested(levels - 1, inmost) }
const inLists = (levels: number): Json => (levels === 0 ? 1 : [inLists(levels - 1)])
const long = [...Array(50_000).keys()]
const doubled = (times: number): string => "['a','a']".repeat(times)

describe('A path that names the same values again and again', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const paths: [path: string, document: Json, because: string][] = [
    [doubled(40),                                    nested(41),       'each step doubles what was found'],
    ['[0,0]'.repeat(40),                             inLists(41),      'in lists as well'],
    ['..a'.repeat(12),                               nested(1_000),    'each descent begins everywhere below the one before'],
    [`${doubled(12)}..b`,                            nested(12, long), 'what is found often is searched as often'],
    [`${doubled(12)}[?(@.b)]`,                       nested(12, long), 'or looked through'],
    [`[${'0:50000:50000,'.repeat(20_000)}0:1].b`,    long,             'each slice goes through all of a list'],
  ]
  for (const [path, document, because] of paths) {
    it(`${path.slice(0, 40)}… comes to an end, because ${because}`, () => {
      const before = process.threadCpuUsage()
      assert.deepEqual(compileJsonPath(path)(document), [])
      const { user, system } = process.threadCpuUsage(before)
      assert.ok(user + system < 1_000_000, `${(user + system) / 1000} ms`)
    })
  }

  it('finds all of a long list all the same', () => {
    const document = { items: long.map((index) => ({ metadata: { name: `n${index}` } })) }
    assert.equal(compileJsonPath('.items[*].metadata.name')(document).length, long.length)
    assert.equal(compileJsonPath('..name')(document).length, long.length)
  })
})

// biome-ignore format: the table is the specification; its columns stay aligned
const bad: [path: string, message: string][] = [
  ['.a[',              'unterminated array'],
  ['.a[x]',            'invalid array index x'],
  ['.a[]',             'invalid array index '],
  ['.a[?(@.b',         'unterminated filter'],
  ['.a[?(@.b)',        'unclosed array expect ]'],
  ['.a[?(@.b=~"c")]',  'unrecognized filter operator ='],
  ['.a[?(@.b=!"c")]',  'unrecognized filter operator =!'],
  ['....a',            'invalid multiple recursive descent'],
  ['range .a',         'unrecognized identifier range'],
  ['.a "b',            'unterminated quoted string'],
  ['.a.b}',            'unrecognized character in action: }'],
]

describe('compileJsonPath refuses', () => {
  for (const [path, message] of bad) {
    it(`${path}: ${message}`, () => {
      assert.throws(
        () => compileJsonPath(path),
        (error) => error instanceof JsonPathError && error.message === message,
      )
    })
  }
})
