/** Checks of names. Each answers with what is wrong, in the words of kube-apiserver 1.36; empty means nothing is. */
export type NameRule = (value: string) => readonly string[]

const labelPattern = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const subdomainPattern = `${labelPattern}(\\.${labelPattern})*`
const dns1035Pattern = '[a-z]([-a-z0-9]*[a-z0-9])?'
const wildcardPattern = `\\*\\.${subdomainPattern}`
const qualifiedPattern = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const labelValuePattern = `(${qualifiedPattern})?`
const configKeyPattern = '[-._a-zA-Z0-9]+'
const headerPattern = '[-A-Za-z0-9]+'
const percentPattern = '[0-9]+%'

const labelWords =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character"
const subdomainWords =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character"
const dns1035Words =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character"
const wildcardWords =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character"
const qualifiedWords =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
const labelValueWords =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
const configKeyWords = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"
const envNameWords =
  "a valid environment variable name must consist only of printable ASCII characters other than '='"
const headerWords = "a valid HTTP header must consist of alphanumeric characters or '-'"
const percentWords = "a valid percent string must be a numeric string followed by an ending '%'"

const fine: readonly string[] = []

const whole = (pattern: string): RegExp => new RegExp(`^${pattern}$`)
const labelExpression = whole(labelPattern)
const subdomainExpression = whole(subdomainPattern)
const dns1035Expression = whole(dns1035Pattern)
const wildcardExpression = whole(wildcardPattern)
const qualifiedExpression = whole(qualifiedPattern)
const labelValueExpression = whole(labelValuePattern)
const configKeyExpression = whole(configKeyPattern)
const headerExpression = whole(headerPattern)
const percentExpression = whole(percentPattern)

export const dnsLabel: NameRule = (value) => [
  ...tooLongFor(value, 63, 'characters'),
  ...(labelExpression.test(value)
    ? []
    : subdomainExpression.test(value)
      ? ['must not contain dots']
      : [unlike(labelWords, labelPattern, ['my-name', '123-abc'])]),
]

export const dnsSubdomain: NameRule = (value) => [
  ...tooLongFor(value, 253, 'characters'),
  ...(subdomainExpression.test(value) ? [] : [unlike(subdomainWords, subdomainPattern, ['example.com'])]),
]

/** Service names before they could start with a digit, and the ports that refer to them. */
export const dns1035Label: NameRule = (value) => [
  ...tooLongFor(value, 63, 'characters'),
  ...(dns1035Expression.test(value) ? [] : [unlike(dns1035Words, dns1035Pattern, ['my-name', 'abc-123'])]),
]

export const wildcardSubdomain: NameRule = (value) => [
  ...tooLongFor(value, 253, 'characters'),
  ...(wildcardExpression.test(value) ? [] : [unlike(wildcardWords, wildcardPattern, ['*.example.com'])]),
]

/** Names of RBAC objects: anything that fits into one segment of a URL path. */
export const pathSegment: NameRule = (value) => {
  if (value === '.' || value === '..') return [`may not be '${value}'`]
  return ['/', '%']
    .filter((illegal) => value.includes(illegal))
    .map((illegal) => `may not contain '${illegal}'`)
}

/** Keys of labels and, lower-cased, of annotations; names of finalizers. */
export const qualifiedName: NameRule = (value) => {
  if (isQualified(value)) return fine
  // Made only where something is wrong: there may be tens of thousands of names.
  const words = (): string => unlike(qualifiedWords, qualifiedPattern, ['MyName', 'my.name', '123-abc'])
  const parts = value.split('/')
  if (parts.length > 2) {
    return [
      `a valid label key ${words()} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  }
  const name = parts.at(-1) ?? ''
  return [
    ...(parts.length === 2 ? prefixProblems(parts[0] ?? '') : []),
    ...(name === '' ? ['name part must be non-empty'] : []),
    ...tooLongFor(name, 63, 'bytes').map((text) => `name part ${text}`),
    ...(qualifiedExpression.test(name) ? [] : [`name part ${words()}`]),
  ]
}

/** Nearly all are right, and it takes two looks to see it. What fits the expressions has one byte a character. */
function isQualified(value: string): boolean {
  const slash = value.indexOf('/')
  const name = slash < 0 ? value : value.slice(slash + 1)
  if (name.length > 63 || !qualifiedExpression.test(name)) return false
  return slash < 0 || (slash <= 253 && subdomainExpression.test(value.slice(0, slash)))
}

function prefixProblems(prefix: string): readonly string[] {
  if (prefix === '') return ['prefix part must be non-empty']
  return [
    ...tooLongFor(prefix, 253, 'bytes'),
    ...(subdomainExpression.test(prefix) ? [] : [unlike(subdomainWords, subdomainPattern, ['example.com'])]),
  ].map((text) => `prefix part ${text}`)
}

export const labelValue: NameRule = (value) => {
  if (value.length <= 63 && labelValueExpression.test(value)) return fine
  return [
    ...tooLongFor(value, 63, 'bytes'),
    ...(labelValueExpression.test(value)
      ? []
      : [unlike(labelValueWords, labelValuePattern, ['MyValue', 'my_value', '12345'])]),
  ]
}

/** Keys of ConfigMaps and Secrets, which become file names. */
export const configMapKey: NameRule = (value) => {
  if (value.length <= 84 && configKeyExpression.test(value) && !value.startsWith('.')) return fine
  return [
    ...tooLongFor(value, 253, 'characters'),
    ...(configKeyExpression.test(value)
      ? []
      : [unlike(configKeyWords, configKeyPattern, ['key.name', 'KEY_NAME', 'key-name'])]),
    ...climbing(value),
  ]
}

export const envVarName: NameRule = (value) => {
  if (value === '') return ['environment variable name must be non-empty']
  return /^[\x20-\x3c\x3e-\x7e]*$/.test(value) ? [] : [envNameWords]
}

export const portName: NameRule = (value) => [
  ...tooLongFor(value, 15, 'characters'),
  ...(/^[-a-z0-9]+$/.test(value)
    ? []
    : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
  ...(/[a-z]/.test(value) ? [] : ['must contain at least one letter (a-z)']),
  ...(value.includes('--') ? ['must not contain consecutive hyphens'] : []),
  ...(value.startsWith('-') || value.endsWith('-') ? ['must not begin or end with a hyphen'] : []),
]

export const httpHeaderName: NameRule = (value) =>
  headerExpression.test(value) ? [] : [unlike(headerWords, headerPattern, ['X-Header-Name'])]

export const percent: NameRule = (value) =>
  percentExpression.test(value) ? [] : [unlike(percentWords, percentPattern, ['1%', '93%'])]

/** A rule for `generateName`: a trailing dash is fine because something will follow it. */
export function asPrefix(rule: NameRule): NameRule {
  return (value) => rule(value.length > 1 && value.endsWith('-') ? `${value.slice(0, -2)}a` : value)
}

export function between(low: number, high: number): string {
  return `must be between ${low} and ${high}, inclusive`
}

function climbing(value: string): readonly string[] {
  if (value === '.' || value === '..') return [`must not be '${value}'`]
  return value.startsWith('..') ? ["must not start with '..'"] : []
}

function tooLongFor(value: string, limit: number, unit: 'characters' | 'bytes'): readonly string[] {
  // No character takes more than three bytes per code unit, so most texts need not be measured.
  if (value.length * 3 <= limit || Buffer.byteLength(value) <= limit) return fine
  return [`must be no more than ${limit} ${unit}`]
}

function unlike(words: string, pattern: string, examples: readonly string[]): string {
  const list = examples.map((example) => `'${example}', `).join(' or ')
  return `${words} (e.g. ${list}regex used for validation is '${pattern}')`
}
