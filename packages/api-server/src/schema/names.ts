import { dns1123SubdomainProblems } from './dns.ts'

const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/
const word = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/

/** Why the text is no DNS-1123 label, in the words of apimachinery. */
export function labelProblems(text: string): readonly string[] {
  return [
    ...(text.length > 63 ? ['must be no more than 63 characters'] : []),
    ...(label.test(text)
      ? []
      : [
          "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
        ]),
  ]
}

/** Why the text is no value of a label. */
export function labelValueProblems(text: string): readonly string[] {
  return [
    ...(text.length > 63 ? ['must be no more than 63 characters'] : []),
    ...(text === '' || word.test(text)
      ? []
      : [
          "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
        ]),
  ]
}

const qualified =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"

/** Why the text is no qualified name: a name, with or without a domain in front. */
export function qualifiedNameProblems(text: string): readonly string[] {
  const parts = text.split('/')
  const name = parts.at(-1) ?? ''
  if (parts.length > 2) {
    return [
      `a qualified name ${qualified} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  }
  const [prefix] = parts.length === 2 ? parts : []
  return [
    ...(prefix === '' ? ['prefix part must be non-empty'] : []),
    ...(prefix ? dns1123SubdomainProblems(prefix).map((problem) => `prefix part ${problem}`) : []),
    ...(name === '' ? ['name part must be non-empty'] : []),
    ...(name.length > 63 ? ['name part must be no more than 63 characters'] : []),
    ...(word.test(name) ? [] : [`name part ${qualified}`]),
  ]
}
