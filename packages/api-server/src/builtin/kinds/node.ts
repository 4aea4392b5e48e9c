import { same } from '@sitrep/status/same'
import { forbiddenField } from '../../errors/field-errors.ts'
import { ensureDraft } from '../draft.ts'
import type { KindRules } from '../kind-rules.ts'
import { memberOf, objectOf, textOf, textsOf } from '../validation/read.ts'

export const nodeRules: KindRules = {
  statusAtCreation: 'kept',
  // A kubelet that only knows the older field writes one range; the list shows it too.
  defaults: (node) => {
    const spec = ensureDraft(node, 'spec')
    const single = spec['podCIDR']
    if (typeof single === 'string' && single !== '' && spec['podCIDRs'] === undefined)
      spec['podCIDRs'] = [single]
    const list = spec['podCIDRs']
    if (Array.isArray(list) && typeof list[0] === 'string' && single === undefined) spec['podCIDR'] = list[0]
  },
  validateUpdate: (node, old) => {
    const [spec, before] = [objectOf(node, 'spec'), objectOf(old, 'spec')]
    const provider = textOf(before, 'providerID')
    const ranges = textsOf(before, 'podCIDRs')
    const kept = same(memberOf(spec, 'podCIDRs') ?? null, memberOf(before, 'podCIDRs') ?? null)
    return [
      ...(ranges.length > 0 && !kept
        ? [forbiddenField('spec.podCIDRs', 'node updates may not change podCIDR except from "" to valid')]
        : []),
      ...(provider !== '' && provider !== textOf(spec, 'providerID')
        ? [
            forbiddenField(
              'spec.providerID',
              'node updates may not change providerID except from "" to valid',
            ),
          ]
        : []),
    ]
  },
  selectableFields: {
    'spec.unschedulable': (node) => String(memberOf(objectOf(node, 'spec'), 'unschedulable') === true),
  },
}
