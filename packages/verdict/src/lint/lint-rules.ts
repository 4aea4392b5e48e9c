import { changeRules } from './changes.ts'
import { crdRules } from './crds.ts'
import { generationChangeRules, generationRules } from './generations.ts'
import { messageRules } from './messages.ts'
import { polarityRules } from './polarity.ts'
import { reasonRules } from './reasons.ts'
import type { ChangeRule, LintRule, StateRule } from './rule.ts'
import { shapeRules } from './shape.ts'
import { stateRules } from './states.ts'
import { timeRules } from './times.ts'
import { typeNameRules } from './type-names.ts'

/** The rules by what they are about, in the order in which the documentation tells them. */
export const lintRuleFamilies: readonly { readonly name: string; readonly rules: readonly LintRule[] }[] = [
  { name: 'Shape', rules: shapeRules },
  { name: 'Names', rules: typeNameRules },
  { name: 'Reasons', rules: reasonRules },
  { name: 'Messages', rules: messageRules },
  { name: 'Times', rules: [...timeRules, ...changeRules] },
  { name: 'Generations', rules: [...generationRules, ...generationChangeRules] },
  { name: 'What goes together', rules: polarityRules },
  { name: 'State', rules: stateRules },
  { name: 'CustomResourceDefinitions', rules: crdRules },
]

/** All rules. */
export const lintRules: readonly LintRule[] = lintRuleFamilies.flatMap(({ rules }) => rules)

export const stateRulesOf = (rules: readonly LintRule[]): readonly StateRule[] =>
  rules.filter((rule): rule is StateRule => 'find' in rule)

export const changeRulesOf = (rules: readonly LintRule[]): readonly ChangeRule[] =>
  rules.filter((rule): rule is ChangeRule => 'compare' in rule)
