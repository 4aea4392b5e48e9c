import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from './cel.testing.ts'

type Case = [expression: string, result: unknown, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['self.number + 1',                                        6n,                          'integers stay integers'],
  ['self.number < 5.5',                                      true,                        'numbers of different types compare by value'],
  ['self.double > 2',                                        true,                        'so do doubles and integers'],
  ['self.text == "hello wörld"',                             true,                        'text'],
  ['self.flag ? "yes" : "no"',                               'yes',                       'a choice'],
  ['self.list[0] + self.list[2]',                            'bc',                        'items by index'],
  ['self.list[9] == "a"',                                    'CelError: index out of bounds: 9', 'there is no such item'],
  ['self.map.one == 1 && self.map["two"] == 2',              true,                        'members by name or key'],
  ['self.map.three == 3',                                    'CelError: no such key: three', 'there is no such key'],
  ['self.object.x',                                          'ox',                        'fields'],
  ['has(self.text) && !has(self.nothing)',                   true,                        'a field that is null is not there'],
  ['has(self.map.three)',                                    false,                       'nor is a key that is missing'],
  ['"one" in self.map && "a" in self.list',                  true,                        'membership'],
  ['self.set == ["q", "p"]',                                 true,                        'a set has no order'],
  ['self.list == ["a", "b", "c"]',                           false,                       'a list has'],
  ['self.set + ["p", "z"] == ["z", "p", "q"]',               true,                        'adding to a set adds what is not in it'],
  ['self.keyed.exists(x, x.k == "b" && x.v == 2)',           true,                        'one of them'],
  ['self.list.all(x, size(x) == 1)',                         true,                        'all of them'],
  ['self.list.exists_one(x, x == "a")',                      true,                        'exactly one'],
  ['self.list.map(x, x + "!").join(",")',                    'b!,a!,c!',                  'each one changed'],
  ['self.list.filter(x, x > "a").size()',                    2n,                          'some of them'],
  ['self.map.all(k, v, v > 0)',                              true,                        'keys and values together'],
  ['self.list.transformList(i, x, i)[2]',                    2n,                          'with the index'],
  ['self.map.transformMap(k, v, v + 1)["two"]',              3n,                          'a map made of a map'],
  ['self.either == "50%" && type(self.either) == string',    true,                        'int-or-string is known when it runs'],
  ['self.either + 1 == 2',                                   'CelError: no such overload', 'and so are mistakes with it'],
  ['self.duration > duration("1h")',                         true,                        'formats give types'],
  ['self.time.getFullYear()',                                2024n,                       'times have parts'],
  ['string(self.bytes)',                                     'hello',                     'bytes are decoded'],
  ['self.a__dot__b__dash__c__slash__d',                      'escaped',                   'names that are no identifiers are escaped'],
  ['self.__namespace__',                                     'ns',                        'so are reserved words'],
  ['self.free.known',                                        'kn',                        'what has a schema can be seen among what has none'],
  ['self.?nothing.hasValue()',                               false,                       'an optional without value'],
  ['self.?object.?x.orValue("z")',                           'ox',                        'an optional with one'],
  ['self.map[?"three"].orValue(9)',                          9n,                          'an optional key'],
  ['1 / 0 == 1',                                             'CelError: division by zero', 'no number'],
  ['9223372036854775807 + 1 == 0',                           'CelError: integer overflow', 'no int64'],
  ['1 / 0 == 1 || true',                                     true,                        'an error does not matter beside true'],
  ['false && 1 / 0 == 1',                                    false,                       'nor beside false'],
  ['[1, 2].exists(x, x / 0 == 1 || x == 2)',                 true,                        'nor in the search for one'],
  ['[0, 1].all(x, 1 / x > 0)',                               'CelError: division by zero', 'unless nothing decides'],
]

describe('expressions', () => {
  for (const [expression, result, because] of cases) {
    it(`${expression} is ${String(result)}, because ${because}`, () => {
      assert.equal(evaluate(expression), result)
    })
  }
})

type Refusal = [expression: string, column: number, message: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const refusals: Refusal[] = [
  ['self.zz',                  5,  "undefined field 'zz'"],
  ['has(self.zz)',             4,  "undefined field 'zz'"],
  ['has(self)',                5,  'invalid argument to has() macro'],
  ['self.free.other',          10, "undefined field 'other'"],
  ['self.text.zz',             10, "type 'string' does not support field selection"],
  ['foo == 1',                 1,  "undeclared reference to 'foo' (in container '')"],
  ['foo(1)',                   4,  "undeclared reference to 'foo' (in container '')"],
  ['self.number == "x"',       13, "found no matching overload for '_==_' applied to '(int, string)'"],
  ['self.text.size(1)',        15, "found no matching overload for 'size' applied to 'string.(int)'"],
  ['self.number ? 1 : 2',      13, "found no matching overload for '_?_:_' applied to '(int, int, int)'"],
  ['true || self.text',        13, "expected type 'bool' but found 'string'"],
  ['self.text.all(x, true)',   5,  "expression of type 'string' cannot be range of a comprehension (must be list, map, or dynamic)"],
  ['[1, "a"]',                 5,  "expected type 'int' but found 'string'"],
  ['self.text.matches("(")',   19, 'invalid matches argument'],
  ['duration("x") == self.duration', 10, 'invalid duration argument'],
  ['"%z".format([1])',         12, 'could not parse formatting clause: unrecognized formatting clause "z"'],
  ['if',                       1,  'reserved identifier: if'],
  ['(self.text',               11, "Syntax error: missing ')' at '<EOF>'"],
]

describe('expressions that do not compile', () => {
  for (const [expression, column, message] of refusals) {
    it(`${expression}: ${message}`, () => {
      const mark = `${'.'.repeat(column - 1)}^`
      assert.equal(
        evaluate(expression),
        `ERROR: <input>:1:${column}: ${message}\n | ${expression}\n | ${mark}`,
      )
    })
  }

  it('tells all of them, in the order of the text', () => {
    assert.match(
      String(evaluate('self.b == 1 && self.a')),
      /1:5: undefined field 'b'[\s\S]*1:20: undefined field 'a'/,
    )
  })
})
