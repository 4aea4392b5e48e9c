import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
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
