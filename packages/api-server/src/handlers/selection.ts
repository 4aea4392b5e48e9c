import { badRequest } from '../errors/api-error.ts'
import { quoteGo } from '../json/quote.ts'
import type { ListOptions } from '../request/list-options.ts'
import { type FieldSelector, fieldsMatch, requiredValue } from '../request/selectors/field-selector.ts'
import { labelsMatch } from '../request/selectors/label-selector.ts'
import { readLabels } from '../resources/encoding.ts'
import type { Selection } from '../store/selection.ts'
import type { Scope } from './scope.ts'

/** Throws a 400 for a field that this kind cannot be selected by. */
export function selectionOf(scope: Scope, options: ListOptions): Selection {
  const { view, target, query } = scope
  const { labels } = options
  const fields = withTargetName(scope, options.fields)
  assertSelectable(scope, fields)
  const namespaced = view.resource.scope === 'Namespaced'
  const selectedNamespace = requiredValue(fields, 'metadata.namespace')
  const namespace = namespaced ? (target.namespace === '' ? undefined : target.namespace) : ''
  const name = requiredValue(fields, 'metadata.name')
  const readsFields = fields.some(({ field }) => !field.startsWith('metadata.'))
  return {
    namespace: namespace ?? selectedNamespace,
    name,
    everything: labels.length === 0 && fields.length === 0,
    readsFields,
    matches: (stored) =>
      (labels.length === 0 || labelsMatch(labels, stored.labels(readLabels))) &&
      (fields.length === 0 || fieldsMatch(fields, (field) => view.field(stored, field))),
    id: `${namespace ?? '*'}|${query.get('labelSelector') ?? ''}|${query.get('fieldSelector') ?? ''}|${target.name}`,
  }
}

/** Naming an object in the path is the same as selecting it by name. */
function withTargetName({ target }: Scope, fields: FieldSelector): FieldSelector {
  const { name } = target
  if (name === '') return fields
  if (fields.length > 0 && requiredValue(fields, 'metadata.name') !== name) {
    throw badRequest("fieldSelector metadata.name doesn't match requested name")
  }
  return fields.length > 0 ? fields : [{ field: 'metadata.name', equal: true, value: name }]
}

function assertSelectable({ view }: Scope, fields: FieldSelector): void {
  const { version, resource } = view
  for (const { field } of fields) {
    if (field === 'metadata.name' || version.selectableFields.has(field)) continue
    if (field === 'metadata.namespace' && resource.scope === 'Namespaced') continue
    if (
      field === 'metadata.namespace' &&
      resource.origin === 'builtin' &&
      version.selectableFields.size === 0
    )
      continue
    if (resource.origin === 'custom' || version.selectableFields.size > 0) {
      throw badRequest(`field label not supported: ${field}`)
    }
    throw badRequest(
      `${quoteGo(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
    )
  }
}
