import { invalidValue } from '../../errors/field-errors.ts'
import { cloneJson } from '../../json/clone-json.ts'
import { getPath, isJsonArray } from '../../json/own.ts'
import { type DraftValue, ensureDraft } from '../draft.ts'
import type { KindRules } from '../kind-rules.ts'
import { validateKubernetesFinalizer } from '../validation/finalizer.ts'
import { dnsLabel } from '../validation/name-rules.ts'
import { objectOf, textOf, textsOf } from '../validation/read.ts'

const ownFinalizer = 'kubernetes'

/** The namespace controller holds the finalizer of the spec until the namespace is empty. */
export const namespaceRules: KindRules = {
  name: dnsLabel,
  prepareForCreate: (draft) => {
    const spec = ensureDraft(draft, 'spec')
    const finalizers = Array.isArray(spec['finalizers']) ? spec['finalizers'] : []
    if (!finalizers.includes(ownFinalizer)) spec['finalizers'] = [...finalizers, ownFinalizer]
    ensureDraft(draft, 'status')['phase'] = 'Active'
  },
  prepareForUpdate: (draft, old) => {
    const kept = getPath(old, ['spec', 'finalizers'])
    const spec = ensureDraft(draft, 'spec')
    if (isJsonArray(kept)) spec['finalizers'] = cloneJson(kept) as DraftValue[]
    else delete spec['finalizers']
  },
  prepareForDelete: (draft) => {
    ensureDraft(draft, 'status')['phase'] = 'Terminating'
  },
  held: (namespace) => textsOf(objectOf(namespace, 'spec'), 'finalizers').length > 0,
  validate: (namespace) =>
    textsOf(objectOf(namespace, 'spec'), 'finalizers').flatMap((finalizer) =>
      validateKubernetesFinalizer(finalizer, 'spec.finalizers'),
    ),
  validateStatusUpdate: (namespace) => {
    const phase = textOf(objectOf(namespace, 'status'), 'phase')
    const deleting = textOf(namespace.metadata, 'deletionTimestamp') !== ''
    if (deleting && phase !== 'Terminating') {
      return [
        invalidValue('status.Phase', phase, "may only be 'Terminating' if `deletionTimestamp` is not empty"),
      ]
    }
    if (!deleting && phase !== 'Active') {
      return [invalidValue('status.Phase', phase, "may only be 'Active' if `deletionTimestamp` is empty")]
    }
    return []
  },
  selectableFields: { 'status.phase': (namespace) => textOf(objectOf(namespace, 'status'), 'phase') },
}
