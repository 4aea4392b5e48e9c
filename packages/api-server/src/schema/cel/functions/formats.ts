import { dns1035LabelProblems, dns1123SubdomainProblems } from '../../dns.ts'
import { hasFormat } from '../../formats/formats.ts'
import { labelProblems, labelValueProblems, qualifiedNameProblems } from '../../names.ts'
import { matching } from '../meter.ts'
import { declare, type Overload } from '../overload.ts'
import { ArrayList, type CelValue, Opaque, Optional, sizeOf } from '../values.ts'

type Check = (text: string) => readonly string[]

class NamedFormat extends Opaque {
  readonly typeName: string = 'kubernetes.NamedFormat'
  readonly name: string
  readonly check: Check

  constructor(name: string, check: Check) {
    super()
    this.name = name
    this.check = check
  }

  equals(other: Opaque): boolean {
    return other instanceof NamedFormat && other.name === this.name
  }
}

/** A prefix may end in a dash, because something will follow. */
const asPrefix =
  (check: Check): Check =>
  (text) =>
    check(text.endsWith('-') ? `${text.slice(0, -1)}a` : text)

const byFormat =
  (format: string, words: string): Check =>
  (text) =>
    hasFormat(text, format) ? [] : [words]

const formats: ReadonlyMap<string, NamedFormat> = new Map(
  (
    [
      ['dns1123Label', labelProblems],
      ['dns1123Subdomain', dns1123SubdomainProblems],
      ['dns1035Label', dns1035LabelProblems],
      ['qualifiedName', qualifiedNameProblems],
      ['dns1123LabelPrefix', asPrefix(labelProblems)],
      ['dns1123SubdomainPrefix', asPrefix(dns1123SubdomainProblems)],
      ['dns1035LabelPrefix', asPrefix(dns1035LabelProblems)],
      ['labelValue', labelValueProblems],
      [
        'uri',
        (text) => (hasFormat(text, 'uri') ? [] : [`parse ${JSON.stringify(text)}: invalid URI for request`]),
      ],
      ['uuid', byFormat('uuid', 'does not match the UUID format')],
      ['byte', byFormat('byte', 'invalid base64')],
      ['date', byFormat('date', 'invalid date')],
      ['datetime', byFormat('datetime', 'invalid datetime')],
    ] as const satisfies readonly (readonly [string, Check])[]
  ).map(([name, check]) => [name, new NamedFormat(name, check)]),
)

export const formatFunctions: readonly Overload[] = [
  ...[...formats].map(([name, format]) => declare(`format.${name}(): format`, () => format)),
  declare('format.named(string): optional(format)', (name: string) => new Optional(formats.get(name))),
  declare('.validate(format, string): optional(list(string))', validate, (values) =>
    matching(sizeOf(values[1] as CelValue), 60),
  ),
]

function validate(format: NamedFormat, text: string): Optional {
  const problems = format.check(text)
  return new Optional(problems.length === 0 ? undefined : new ArrayList(problems))
}
