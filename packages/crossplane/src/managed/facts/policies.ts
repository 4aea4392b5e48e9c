import type { Policies, PolicyFields } from '../types.ts'

// The combinations that Crossplane supports; any other is refused, also one that would make sense.
const supported: readonly (readonly string[])[] = [
  ['*'],
  ['Observe', 'Create', 'Update', 'LateInitialize', 'Delete'],
  ['Observe'],
  [],
  ['Observe', 'Create', 'Update', 'Delete'],
  ['Observe', 'Create', 'Update', 'LateInitialize'],
  ['Observe', 'Create', 'Update'],
  ['Observe', 'Create', 'Delete', 'LateInitialize'],
  ['Observe', 'Create', 'LateInitialize'],
  ['Observe', 'Create', 'Delete'],
  ['Observe', 'Create'],
  ['Observe', 'Delete'],
  ['Observe', 'Update'],
  ['Observe', 'LateInitialize'],
  ['Observe', 'Update', 'LateInitialize'],
]

/** Reads the policies of a managed resource. */
export function policiesOf(given: PolicyFields): Policies {
  const { enabled } = given
  const named = new Set(given.managementPolicies)
  const allows = (action: string): boolean => !enabled || named.has(action) || named.has('*')
  return {
    paused: enabled && named.size === 0,
    problem: problemOf(named, enabled ? 'enabled' : 'disabled'),
    onlyObserve: enabled && isSame(named, ['Observe']),
    create: allows('Create'),
    update: allows('Update'),
    lateInitialize: allows('LateInitialize'),
    delete: given.deletionPolicy === undefined ? allows('Delete') : deletes(given, named),
  }
}

/** With an older deletion policy beside the management policies, the one that was changed from its default is obeyed. */
function deletes({ enabled, deletionPolicy }: PolicyFields, named: ReadonlySet<string>): boolean {
  if (!enabled) return deletionPolicy?.value !== 'Orphan'
  if (deletionPolicy?.value === 'Delete' && (named.has('Delete') || named.has('*'))) return true
  return !isSame(named, ['*']) && named.has('Delete')
}

function problemOf(named: ReadonlySet<string>, feature: 'enabled' | 'disabled'): string | undefined {
  // Crossplane prints a set in whatever order it comes; sorted, the same policies always give the same text.
  const printed = `[${[...named].sort().join(' ')}]`
  if (feature === 'disabled') {
    if (named.size === 0 || isSame(named, ['*'])) return undefined
    return `\`spec.managementPolicies\` is set to a non-default value but the feature is not enabled: ${printed}`
  }
  if (supported.some((actions) => isSame(named, actions))) return undefined
  return `\`spec.managementPolicies\` is set to a value(${printed}) which is not supported. Check docs for supported policies`
}

const isSame = (named: ReadonlySet<string>, actions: readonly string[]): boolean =>
  named.size === actions.length && actions.every((action) => named.has(action))
