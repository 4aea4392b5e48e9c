const label1035 = /^[a-z]([-a-z0-9]*[a-z0-9])?$/
const label1123 = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const subdomain1123 = new RegExp(`^${label1123}(\\.${label1123})*$`)

/** Why the text is no DNS-1035 label (a name that begins with a letter), in the words of apimachinery; empty when it is. */
export function dns1035LabelProblems(text: string): readonly string[] {
  return [
    ...tooLong(text, 63),
    ...(label1035.test(text)
      ? []
      : [
          "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
        ]),
  ]
}

/** Why the text is no DNS-1123 subdomain (labels joined by dots). */
export function dns1123SubdomainProblems(text: string): readonly string[] {
  return [
    ...tooLong(text, 253),
    ...(subdomain1123.test(text)
      ? []
      : [
          "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
        ]),
  ]
}

function tooLong(text: string, max: number): readonly string[] {
  return Buffer.byteLength(text) > max ? [`must be no more than ${max} characters`] : []
}
