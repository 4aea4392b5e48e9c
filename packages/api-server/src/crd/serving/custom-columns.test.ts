import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json, KubeObject } from '../../json/json.ts'
import { parseJson } from '../../json/parse-json.ts'
import { customColumns } from './custom-columns.ts'

const now = Date.parse('2024-01-02T00:00:00Z')
const object = parseJson(`{
  "apiVersion": "example.com/v1", "kind": "Foo",
  "metadata": { "name": "web", "creationTimestamp": "2024-01-01T00:00:00Z" },
  "spec": { "text": "a<b", "int": 3, "big": 9007199254740993, "float": 1.5, "large": 1234567.5, "flag": true,
            "list": ["b", 1], "map": { "b": "<", "a": 1 }, "none": null, "when": "soon" }
}`).value as KubeObject

type Case = [type: string, path: string, cell: Json, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['string',  '.spec.text',      'a<b',                        'text is text'],
  ['string',  '.spec.int',       '3',                          'numbers are printed'],
  ['string',  '.spec.large',     '1.2345675e+06',              'as Go prints them'],
  ['string',  '.spec.flag',      'true',                       'so are booleans'],
  ['string',  '.spec.list',      '["b",1]',                    'lists as JSON'],
  ['string',  '.spec.map',       '{"a":1,"b":"\\u003c"}',      'maps as JSON, sorted and escaped'],
  ['string',  '.spec.missing',   null,                         'nothing is no text'],
  ['string',  '.spec.list[*]',   'b',                          'only the first of several'],
  ['integer', '.spec.int',       3,                            'an integer'],
  ['integer', '.spec.float',     1,                            'the whole part of a float'],
  ['integer', '.spec.big',       9007199254740993n,            'to the last digit'],
  ['integer', '.spec.text',      null,                         'text is no integer'],
  ['number',  '.spec.float',     1.5,                          'a number'],
  ['boolean', '.spec.flag',      true,                         'a boolean'],
  ['boolean', '.spec.text',      null,                         'text is no boolean'],
  ['date',    '.metadata.creationTimestamp', '24h',            'the age, not the date'],
  ['date',    '.spec.when',      '<invalid>',                  'no date at all'],
  ['date',    '.spec.int',       null,                         'a number is no date'],
]

describe('customColumns', () => {
  for (const [type, jsonPath, cell, because] of cases) {
    it(`${type} ${jsonPath} shows ${typeof cell === 'bigint' ? cell : JSON.stringify(cell)}, because ${because}`, () => {
      const column = customColumns([{ name: 'X', type, jsonPath }])[1]
      assert.deepEqual(column?.cell(object, now), cell)
    })
  }

  it('shows name and age when nothing else is asked for', () => {
    const columns = customColumns([])
    assert.deepEqual(
      columns.map(({ name, type, format }) => [name, type, format]),
      [
        ['Name', 'string', 'name'],
        ['Age', 'date', ''],
      ],
    )
    assert.deepEqual(
      columns.map(({ cell }) => cell(object, now)),
      ['web', '24h'],
    )
  })

  it('describes a column by its path unless it has a description', () => {
    const [, plain, told] = customColumns([
      { name: 'A', type: 'string', jsonPath: '.a' },
      { name: 'B', type: 'string', jsonPath: '.b', description: 'the b', priority: 1 },
    ])
    assert.equal(plain?.description, 'Custom resource definition column (in JSONPath format): .a')
    assert.deepEqual([told?.description, told?.priority], ['the b', 1])
  })

  it('ends at the first column whose path cannot be read', () => {
    const columns = customColumns([
      { name: 'A', type: 'string', jsonPath: '.a' },
      { name: 'B', type: 'string', jsonPath: '.b[' },
      { name: 'C', type: 'string', jsonPath: '.c' },
    ])
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['Name', 'A'],
    )
  })
})
