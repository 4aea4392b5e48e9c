import { assertSelectorLength, SelectorSyntaxError } from './selector-error.ts'

/** One demand on one field: its text form equals `value`, or does not. */
export interface FieldRequirement {
  readonly field: string
  readonly equal: boolean
  readonly value: string
}

/** All demands must hold; none means everything matches. */
export type FieldSelector = readonly FieldRequirement[]

/** Reads `a=b,c!=d`; a backslash keeps a comma, an equals sign or a backslash in a value. */
export function parseFieldSelector(text: string): FieldSelector {
  assertSelectorLength(text)
  return splitTerms(text).flatMap((term) => {
    if (term === '') return []
    const requirement = parseTerm(term)
    return requirement.field === '' && requirement.value === '' ? [] : [requirement]
  })
}

/** The value that a field must have for anything to match at all, if the selector names one. */
export function requiredValue(selector: FieldSelector, field: string): string | undefined {
  return selector.find((requirement) => requirement.equal && requirement.field === field)?.value
}

export function fieldsMatch(selector: FieldSelector, read: (field: string) => string): boolean {
  return selector.every(({ field, equal, value }) => (read(field) === value) === equal)
}

function splitTerms(text: string): string[] {
  const terms: string[] = []
  let term = ''
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (character === '\\') term += character + (text[++at] ?? '')
    else if (character === ',') {
      terms.push(term)
      term = ''
    } else term += character
  }
  terms.push(term)
  return terms
}

function parseTerm(term: string): FieldRequirement {
  const operator = /!=|==|=/.exec(term)
  if (operator === null) {
    throw new SelectorSyntaxError(`invalid selector: '${term}'; can't understand '${term}'`)
  }
  const value = unescapeValue(term.slice(operator.index + operator[0].length))
  return { field: term.slice(0, operator.index), equal: operator[0] !== '!=', value }
}

function unescapeValue(text: string): string {
  let value = ''
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (character === '\\') {
      const next = text[++at]
      if (next === undefined || !'\\,='.includes(next)) {
        throw new SelectorSyntaxError(`invalid field selector: invalid escape sequence: \\${next ?? ''}`)
      }
      value += next
    } else if (character === ',' || character === '=') {
      const code = character.charCodeAt(0)
      throw new SelectorSyntaxError(`invalid field selector: unescaped character in value: ${code}`)
    } else value += character
  }
  return value
}
