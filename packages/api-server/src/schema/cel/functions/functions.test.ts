import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluate } from '../cel.testing.ts'

// Each holds on kube-apiserver 1.36.3 too.
const truths: Readonly<Record<string, readonly string[]>> = {
  conversions: [
    'int("5") == 5 && uint(5) == 5u && double("1.5") == 1.5 && bool("true")',
    'string(1.0) == "1" && string(1.5e30) == "1.5e+30" && string(duration("90m")) == "5400s"',
    'string(timestamp("2024-05-06T07:08:09.5Z")) == "2024-05-06T07:08:09.5Z"',
    'size("wörld") == 5 && size(b"ab") == 2 && [1, 2].size() == 2 && {"a": 1}.size() == 1',
    'type(1) == int && type(1u) == uint && type(1.0) == double && type([]) == list && type({}) == map && type(null) == null_type',
  ],
  strings: [
    '"wörld".charAt(1) == "ö" && "hello".indexOf("l", 3) == 3 && "hello".lastIndexOf("l") == 3',
    '"aXb".lowerAscii() == "axb" && "aöb".upperAscii() == "AöB" && "  x ".trim() == "x"',
    '"hello".replace("l", "L") == "heLLo" && "hello".replace("l", "L", 1) == "heLlo" && "ab".replace("", "-") == "-a-b-"',
    '"a b".split(" ") == ["a", "b"] && "abc".split("", 2) == ["a", "bc"] && "hello".substring(1, 3) == "el"',
    '["a", "b"].join() == "ab" && ["a", "b"].join("-") == "a-b" && strings.quote("a\\"b") == "\\"a\\\\\\"b\\""',
    '"%s has %d, %.2f, %x, %b".format(["x", 3, 2.5, 255, 5]) == "x has 3, 2.50, ff, 101"',
  ],
  regex: [
    '"hello".matches("^h.*o$") && !"hello".matches("^l") && matches("x", "x")',
    '"hello".find("[aeiou]") == "e" && "hello".find("z") == "" && "hello".findAll("l+") == ["ll"] && "hello".findAll("l", 1) == ["l"]',
  ],
  lists: [
    '[1, 2, 3].isSorted() && ![2, 1].isSorted() && [1, 2].sum() == 3 && [0.5, 0.5].sum() == 1.0 && [].sum() == 0',
    '[3, 1].min() == 1 && ["a", "b"].max() == "b" && [1, 2, 1].indexOf(1) == 0 && [1, 2, 1].lastIndexOf(1) == 2 && [1].indexOf(9) == -1',
    '[3, 1].sort() == [1, 3] && [1, 2].sortBy(x, -x) == [2, 1] && [1, 2, 3].slice(0, 2) == [1, 2] && [[1], [2]].flatten() == [1, 2]',
    '[1, 1, 2].distinct() == [1, 2] && [1, 2].reverse() == [2, 1] && lists.range(3) == [0, 1, 2] && [1, 2].first().value() == 1 && ![].last().hasValue()',
    'sets.contains([1, 2], [1]) && sets.equivalent([1, 2], [2, 1, 1]) && !sets.intersects([1], [2])',
  ],
  optionals: [
    'optional.of(1).or(optional.of(2)).value() == 1 && !optional.none().hasValue() && !optional.ofNonZeroValue(0).hasValue()',
    'optional.of(1).optMap(x, x + 1).value() == 2 && optional.of(1).optFlatMap(x, optional.of(x + 1)).value() == 2',
  ],
  times: [
    'timestamp("2024-05-06T07:08:09Z").getHours("America/New_York") == 3 && timestamp("2024-05-06T07:08:09Z").getHours("+02:00") == 9',
    'timestamp("2024-05-06T07:08:09Z").getDayOfWeek() == 1 && timestamp("2024-05-06T07:08:09Z").getMonth() == 4',
    'timestamp("2024-05-06T07:08:09Z") - timestamp("2024-05-06T00:00:00Z") == duration("7h8m9s") && duration("90m").getHours() == 1',
  ],
  quantity: [
    'quantity("1Gi").isGreaterThan(quantity("1G")) && quantity("100m") == quantity("0.1") && quantity("50k").asInteger() == 50000',
    '!quantity("1.5").isInteger() && quantity("1.5").asApproximateFloat() == 1.5 && sign(quantity("-1")) == -1 && quantity("1").add(2).sub(1) == quantity("2")',
    'isQuantity("1e3") && isQuantity("1Ki") && isQuantity(".5") && isQuantity("5.") && isQuantity("1E") && !isQuantity("1K") && !isQuantity("") && !isQuantity("1 Gi")',
  ],
  network: [
    'isIP("1.2.3.4") && !isIP("1.2.3.04") && !isIP("::ffff:1.2.3.4") && ip("::1").isLoopback() && ip("1.2.3.4").family() == 4',
    '!ip.isCanonical("::0:1") && string(ip("2001:DB8:0:0::1")) == "2001:db8::1" && ip("10.0.0.1").isGlobalUnicast() && type(ip("::1")) == net.IP',
    'ip("169.254.1.1").isLinkLocalUnicast() && ip("224.0.0.1").isLinkLocalMulticast() && ip("0.0.0.0").isUnspecified()',
    'isCIDR("10.0.0.0/8") && !isCIDR("1.2.3.4/33") && cidr("10.0.0.0/8").containsIP("10.1.2.3") && !cidr("10.0.0.0/8").containsIP(ip("11.1.2.3"))',
    'cidr("10.0.0.0/8").containsCIDR("10.1.0.0/16") && cidr("10.1.2.3/8").masked() == cidr("10.0.0.0/8") && cidr("10.0.0.0/8").prefixLength() == 8',
  ],
  url: [
    'isURL("https://a.b/c") && !isURL("a/b") && url("https://u@a.b:80/c?x=1#f").getHost() == "a.b:80" && url("https://[::1]:80/").getHostname() == "::1"',
    'url("https://a:80/c d").getEscapedPath() == "/c%20d" && url("https://a:80/").getPort() == "80" && url("https://a/?x=1&x=2").getQuery() == {"x": ["1", "2"]}',
  ],
  semver: [
    'semver("1.2.3").isLessThan(semver("1.10.0")) && semver("1.2.3-alpha.1").isLessThan(semver("1.2.3")) && semver("1.0.0-alpha.2").isLessThan(semver("1.0.0-alpha.10"))',
    '!isSemver("v1.2") && isSemver("v1.2", true) && semver("v01.2", true) == semver("1.2.0") && semver("1.2.3").compareTo(semver("1.2.3+b")) == 0 && semver("1.2.3").minor() == 2',
  ],
  formats: [
    '!format.dns1123Label().validate("a-b").hasValue() && format.dns1123Label().validate("A").value().size() == 1 && !format.dns1123LabelPrefix().validate("a-").hasValue()',
    'format.named("uuid").hasValue() && !format.named("zz").hasValue() && !format.qualifiedName().validate("a.b/c").hasValue() && format.labelValue().validate("-").hasValue()',
    'format.date().validate("2024-02-30").hasValue() && format.uri().validate("x").hasValue() && format.byte().validate("*").hasValue()',
  ],
}

for (const [library, expressions] of Object.entries(truths)) {
  describe(`${library} in rules`, () => {
    for (const expression of expressions) {
      it(`${expression} holds`, () => assert.equal(evaluate(expression), true))
    }
  })
}

// biome-ignore format: the table is the specification; its columns stay aligned
const errors: [expression: string, message: string][] = [
  ['quantity("x").asInteger() == 0',   "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"],
  ['quantity("1.5").asInteger() == 0', 'cannot convert value to integer'],
  ['ip("x").family() == 4',            'IP Address "x" parse error during conversion from string: ParseAddr("x"): unable to parse IP'],
  ['ip("::ffff:1.2.3.4").family() == 4', 'IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed'],
  ['cidr("x").prefixLength() == 1',    `network address parse error during conversion from string: network address parse error during conversion from string: netip.ParsePrefix("x"): no '/'`],
  ['url("rel").getHost() == ""',       'URL parse error during conversion from string: parse "rel": invalid URI for request'],
  ['semver("x").major() == 1',         'No Major.Minor.Patch elements found'],
  ['"abc".substring(2, 1) == ""',      'invalid substring range. start: 2, end: 1'],
  ['[].min() == 0',                    'min called on empty list'],
  ['optional.none().value() == 1',     'optional.none() dereference'],
  ['int("x") == 1',                    `type conversion error from 'string' to 'int'`],
]

describe('functions in rules that cannot answer', () => {
  for (const [expression, message] of errors) {
    it(`${expression}: ${message}`, () => assert.equal(evaluate(expression), `CelError: ${message}`))
  }
})
