import type { ConditionsError, ConditionsErrorCode } from '@sitrep/conditions'

// What the genuine library says where ours fails. Source: kubernetes-sigs/cluster-api util/conditions, v1.14.
const texts: { readonly [code in ConditionsErrorCode]?: (named: string) => string } = {
  'types-empty': () => 'option ForConditionTypes not provided or empty',
  'types-include-target': (named) =>
    `option ForConditionTypes cannot include ${named} (target condition type)`,
  'override-repeated': (named) => `override condition ${named} specified multiple times`,
  'override-missing': (named) => `override condition ${named} must exist in source object`,
  'nothing-to-summarize': () =>
    "summary can't be performed when the list of conditions to be summarized is empty",
  'sources-empty': () => "sourceObjs can't be empty",
  'negative-types-wrong': (named) => `negativePolarityConditionTypes can only be set to ["${named}"]`,
}

/** The text of the genuine library for an error of ours; a condition that ours names stands there in quotes. */
export function genuineText(error: ConditionsError): string {
  if (error.conflict !== undefined) return conflictText(error.conflict, error.code)
  const [, named = ''] = /"(.*)"/s.exec(error.message) ?? []
  return texts[error.code]?.(named) ?? error.message
}

// How the two differ is told in the words of a Go library, so any text counts for it.
function conflictText(
  { type, operation }: NonNullable<ConditionsError['conflict']>,
  code: ConditionsErrorCode,
): string {
  const [was, difference] = code === 'condition-deleted' ? ['deleted', ''] : ['modified', ': <diff>']
  const cause = `The condition "${type}" was ${was} by a different process`
  return `error patching conditions: ${cause} and this caused a merge/${operation}Condition conflict${difference}`
}
