import type { FieldError } from '../errors/field-error.ts'
import { invalidValue, required } from '../errors/field-errors.ts'
import type { JsonObject } from '../json/json.ts'
import { dns1035LabelProblems, dns1123SubdomainProblems } from '../schema/dns.ts'
import { textAt, textsAt } from './validate-model.ts'

const mixedCase = 'may have mixed case, but should otherwise match: '

/** The group is a domain. */
export function validateGroup(group: string): readonly FieldError[] {
  if (group === '') return [required('spec.group')]
  const problems = dns1123SubdomainProblems(group)
  if (problems.length > 0) return [invalidValue('spec.group', group, problems.join(','))]
  if (group.includes('.')) return []
  return [invalidValue('spec.group', group, 'should be a domain with at least one dot')]
}

/** Names that a definition must have; what was accepted so far may lack them. */
export function validateRequiredNames(names: JsonObject): readonly FieldError[] {
  const missing = ['plural', 'singular', 'kind', 'listKind'].filter((name) => textAt(names, name) === '')
  return missing.map((name) => required(`spec.names.${name}`))
}

/** The spelling of all names, wherever they stand. */
export function validateNames(names: JsonObject, path: string): readonly FieldError[] {
  const kind = textAt(names, 'kind')
  const listKind = textAt(names, 'listKind')
  return [
    ...labelErrors(textAt(names, 'plural'), `${path}.plural`),
    ...labelErrors(textAt(names, 'singular'), `${path}.singular`),
    ...kindErrors(kind, `${path}.kind`),
    ...kindErrors(listKind, `${path}.listKind`),
    ...textsAt(names, 'shortNames').flatMap((name, index) =>
      listedErrors(name, `${path}.shortNames[${index}]`),
    ),
    ...(kind !== '' && kind === listKind
      ? [invalidValue(`${path}.listKind`, listKind, 'kind and listKind may not be the same')]
      : []),
    ...textsAt(names, 'categories').flatMap((name, index) =>
      listedErrors(name, `${path}.categories[${index}]`),
    ),
  ]
}

function labelErrors(name: string, path: string): readonly FieldError[] {
  return name === '' ? [] : listedErrors(name, path)
}

function listedErrors(name: string, path: string): readonly FieldError[] {
  const problems = dns1035LabelProblems(name)
  return problems.length === 0 ? [] : [invalidValue(path, name, problems.join(','))]
}

function kindErrors(kind: string, path: string): readonly FieldError[] {
  const problems = dns1035LabelProblems(kind.toLowerCase())
  return kind === '' || problems.length === 0
    ? []
    : [invalidValue(path, kind, mixedCase + problems.join(','))]
}
