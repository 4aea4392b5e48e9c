import { post } from '../exchange.ts'
import { custom, definition, definitionsPath, install, type JsonObject } from '../stories/objects.ts'
import type { Story } from '../story.ts'

/** Expressions over `self`, an object with fields of every type; each is asked of the same object. */
export const expressions = [
  'self.text == "hello"', 'self.text != "hello"', 'self.text.startsWith("he")', 'self.text.endsWith("lo")', 'self.text.contains("ell")', 'self.text.matches("^h.*o$")',
  'self.text.size() == 5', 'size(self.text) == 5', 'self.text.upperAscii() == "HELLO"', 'self.text.lowerAscii() == "hello"', 'self.text.replace("l", "L") == "heLLo"', 'self.text.replace("l", "L", 1) == "heLlo"',
  'self.text.substring(1) == "ello"', 'self.text.substring(1, 3) == "el"', 'self.text.substring(9) == ""', 'self.text.charAt(0) == "h"', 'self.text.indexOf("l") == 2', 'self.text.lastIndexOf("l") == 3',
  'self.text.split("l") == ["he", "", "o"]', '["a", "b"].join("-") == "a-b"', '"  x ".trim() == "x"', 'self.text.find("l+") == "ll"', 'self.text.findAll("l") == ["l", "l"]', '"%s-%d".format(["a", 5]) == "a-5"', '"%.2f".format([1.5]) == "1.50"',
  '"abc".reverse() == "cba"', 'strings.quote("a\\"b") != ""', 'self.number + 1 == 8', 'self.number - 8 == -1', 'self.number * 2 == 14', 'self.number / 2 == 3', 'self.number % 4 == 3', 'self.number / 0 == 1', '-self.number < 0',
  'self.number > 5 && self.number < 10', 'self.number > 10 || self.number < 0', '!(self.number == 7)', 'self.number == 7 ? self.flag : false', 'self.number == 7.0', 'self.number < 7.5', 'double(self.number) == 7.0', 'string(self.number) == "7"',
  'int("7") == self.number', 'int(7.9) == 7', 'uint(7) == 7u', '9223372036854775807 + 1 > 0', 'self.share * 2.0 == 1.0', 'self.share == 0.5', 'int(self.share) == 0', 'self.flag', '!self.flag', 'self.flag == true', 'bool("true")',
  'self.list == ["a", "b", "c"]', 'self.list.size() == 3', 'self.list[0] == "a"', 'self.list[5] == "a"', '"b" in self.list', '"z" in self.list', 'self.list.all(x, x != "z")', 'self.list.exists(x, x == "b")', 'self.list.exists_one(x, x == "b")',
  'self.list.map(x, x + "!") == ["a!", "b!", "c!"]', 'self.list.map(x, x != "a", x + "!") == ["b!", "c!"]', 'self.list.filter(x, x > "a") == ["b", "c"]', 'self.list + ["d"] == ["a", "b", "c", "d"]', 'self.list.isSorted()', 'self.numbers.sum() == 6', 'self.numbers.min() == 1', 'self.numbers.max() == 3',
  'self.list.indexOf("c") == 2', 'self.list.lastIndexOf("c") == 2', 'self.numbers.isSorted()', '[].sum() == 0', '[3,1,2].isSorted()', 'self.set == ["y", "x"]', 'self.plain == ["y", "x"]', 'sets.contains(self.list, ["a"])', 'sets.intersects(self.list, ["z"])', 'sets.equivalent(self.list, ["c", "b", "a"])',
  'self.map == {"k": "v"}', 'self.map.k == "v"', 'self.map["k"] == "v"', 'self.map["z"] == "v"', '"k" in self.map', 'self.map.all(k, k == "k")', 'self.map.exists(k, self.map[k] == "v")', 'size(self.map) == 1', 'has(self.map.k)', 'has(self.map.z)', 'has(self.text)', 'has(self.missing)', 'self.missing == "x"',
  'self.?missing.orValue("d") == "d"', 'self.?text.hasValue()', 'self.?missing.hasValue()', 'self.map[?"z"].orValue("q") == "q"', 'optional.of(1).value() == 1', 'optional.none().hasValue()', 'self.nested.deep.value == 1', 'has(self.nested.deep)', 'has(self.nested.other)',
  'self.when > timestamp("2020-01-01T00:00:00Z")', 'self.when.getFullYear() == 2021', 'self.when.getMonth() == 4', 'self.when.getDayOfWeek() == 0', 'self.when.getHours("America/New_York") == 20', 'self.when + duration("1h") > self.when', 'self.when - self.when == duration("0s")', 'string(self.when) == "2021-05-03T00:30:00Z"', 'timestamp("x") == self.when',
  'self.span == duration("1h30m")', 'self.span.getHours() == 1', 'self.span.getMinutes() == 90', 'self.span > duration("1h")', 'duration("x") == self.span', 'self.either == 5', 'type(self.either) == int', 'self.either == "5"', 'type(self.text) == string', 'type(self.list) == list', 'type(null) == null_type', 'self.maybe == null',
  'quantity("1Gi").isGreaterThan(quantity("1Mi"))', 'quantity("1.5").asApproximateFloat() == 1.5', 'quantity("10k").asInteger() == 10000', 'quantity("1").add(quantity("2")).compareTo(quantity("3")) == 0', 'quantity("-1").sign() == -1', 'isQuantity("x")', 'isQuantity("1Gi")', 'quantity("x").sign() == 1', 'quantity("1Gi").sub(1).isInteger()',
  'isIP("1.2.3.4")', 'isIP("1.2.3")', 'ip("1.2.3.4").family() == 4', 'ip("::1").isLoopback()', 'ip("127.0.0.1").isLoopback()', 'ip.isCanonical("::1")', 'ip("x").family() == 4', 'isCIDR("10.0.0.0/8")', 'cidr("10.0.0.0/8").containsIP("10.1.2.3")', 'cidr("10.0.0.0/8").containsCIDR("10.1.0.0/16")', 'cidr("10.0.0.0/8").prefixLength() == 8', 'cidr("10.1.0.0/8").masked() == cidr("10.0.0.0/8")', 'cidr("10.0.0.0/8").ip() == ip("10.0.0.0")', 'string(ip("::1")) == "::1"',
  'isURL("https://a.b:80/c?d=e")', 'url("https://a.b:80/c?d=e").getHost() == "a.b:80"', 'url("https://a.b:80/c?d=e").getHostname() == "a.b"', 'url("https://a.b:80/c?d=e").getPort() == "80"', 'url("https://a.b/c").getEscapedPath() == "/c"', 'url("https://a.b/c?d=e&d=f").getQuery() == {"d": ["e", "f"]}', 'isURL("a")', 'url("../x").getHost() == ""',
  'isSemver("1.2.3")', 'isSemver("v1.2")', 'semver("1.2.3").major() == 1', 'semver("1.2.3").isLessThan(semver("1.10.0"))', 'semver("1.2.3-a").compareTo(semver("1.2.3")) < 0', 'format.dns1123Label().validate("abc") == optional.none()', '!format.dns1123Label().validate("A b").hasValue()', 'format.named("uuid").hasValue()', 'base64.encode(b"abc") == "YWJj"', 'math.greatest(1, 2) == 2',
  '[1, 2, 3].all(i, v, i < v)', '{"a": 1}.all(k, v, k == "a" && v == 1)', '[1, 2].transformList(i, v, v * 2) == [2, 4]', '{"a": 1}.transformMap(k, v, v + 1) == {"a": 2}', '{"a": 1, "b": 2}.exists(k, v, v == 2)', 'self.list.existsOne(i, v, v == "b")', 'cel.bind(x, self.number, x + x == 14)', '"\\u00e9".size() == 1', 'b"abc" == bytes("abc")', 'r"\\d" == "\\\\d"', '"""a"b""" == "a\\"b"', 'self.number in [1, 7]', '1 == 1 && 2 == 3', 'true || 1 / 0 == 1', '1 / 0 == 1 || true', 'dyn(1) == 1u', '{"a": 1} == {"a": 1.0}', '[1] == [1.0]', '"a" < "b"', 'self.odd__dash__name == 3', 'self.__namespace__ == 4', 'self.nosuch == 1', 'nosuch(1)', 'self.text + 1 == ""', 'self.list.map(x, x.nosuch)', '1', '"x"', '(', '', 'oldSelf == self', 'self.text.nosuch()', 'self.number.startsWith("x")', 'self', 'self.list.all(x)', 'self.map.k.matches("[")', '"a".matches("(")', 'self.text.format([])',
] as const // biome-ignore format: a list to read across

const schema: JsonObject = {
  type: 'object',
  properties: {
    text: { type: 'string', maxLength: 20 },
    number: { type: 'integer' },
    share: { type: 'number' },
    flag: { type: 'boolean' },
    list: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 5 } },
    plain: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 5 } },
    set: {
      type: 'array',
      maxItems: 5,
      items: { type: 'string', maxLength: 5 },
      'x-kubernetes-list-type': 'set',
    },
    numbers: { type: 'array', maxItems: 5, items: { type: 'integer' } },
    map: { type: 'object', maxProperties: 3, additionalProperties: { type: 'string', maxLength: 5 } },
    nested: {
      type: 'object',
      properties: {
        deep: { type: 'object', properties: { value: { type: 'integer' } } },
        other: { type: 'string' },
      },
    },
    missing: { type: 'string', maxLength: 5 },
    maybe: { type: 'string', nullable: true, maxLength: 5 },
    when: { type: 'string', format: 'date-time' },
    span: { type: 'string', format: 'duration' },
    either: { 'x-kubernetes-int-or-string': true, maxLength: 5 },
    'odd-name': { type: 'integer' },
    namespace: { type: 'integer' },
  },
}

const value: JsonObject = {
  text: 'hello', number: 7, share: 0.5, flag: true, list: ['a', 'b', 'c'], plain: ['x', 'y'], set: ['x', 'y'], numbers: [1, 2, 3], map: { k: 'v' }, nested: { deep: { value: 1 } }, maybe: null,
  when: '2021-05-03T00:30:00Z', span: '1h30m', either: 5, 'odd-name': 3, namespace: 4,
} // biome-ignore format: an object to read across

const ruled = (name: string, rules: readonly string[]): JsonObject =>
  definition({
    group: `${name}.generated.example.com`,
    schema: {
      type: 'object',
      properties: {
        spec: {
          ...schema,
          'x-kubernetes-validations': rules.map((rule) => ({ rule, message: `broken: ${rule}` })),
        },
      },
    },
  })

const compiled: Story = {
  name: 'generated/expressions-compiled',
  run: async (api) => {
    for (const rule of expressions)
      await api.step(rule, post(`${definitionsPath}?dryRun=All`, ruled('compiled', [rule])), () => 'accepted')
  },
}

const evaluated: Story = {
  name: 'generated/expressions-evaluated',
  run: async (api) => {
    // In groups, so that a rule which stops the others on one server does not hide them all.
    for (let start = 0; start < expressions.length; start += 25) {
      const accepted: string[] = []
      for (const rule of expressions.slice(start, start + 25)) {
        const { status } = await api.quietly(
          post(`${definitionsPath}?dryRun=All`, ruled('evaluated', [rule])),
        )
        if (status === 201) accepted.push(rule)
      }
      const name = `evaluated${start}`
      await install(api, ruled(name, accepted))
      const group = `${name}.generated.example.com`
      await api.step(
        `rules from ${start}`,
        post(api.path(`${group}/v1 widgets`), custom(group, 'all', { spec: value })),
      )
    }
  },
}

export const expressionStories: readonly Story[] = [compiled, evaluated]
