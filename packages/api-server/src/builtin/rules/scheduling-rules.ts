import { forbiddenField, invalidValue, notSupported, required } from '../../errors/field-errors.ts'
import type { JsonObject } from '../../json/json.ts'
import { labelSelector, mandatory, strictChoice } from '../validation/field-rules.ts'
import { labelValue, qualifiedName } from '../validation/name-rules.ts'
import { isSet, numberOf, textOf, textsOf } from '../validation/read.ts'
import type { StructRule, StructRules } from '../validation/struct-rules.ts'

export const taintEffects: readonly string[] = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

/** Tolerations, affinities, spreading. */
export const schedulingStructRules: StructRules = {
  'core.v1.Toleration': [toleration],
  'core.v1.NodeSelector': [mandatory('nodeSelectorTerms', 'must have at least one node selector term')],
  'core.v1.NodeSelectorRequirement': [nodeRequirement],
  'core.v1.PodAffinityTerm': [labelSelector('labelSelector'), topologyKey('can not be empty')],
  'core.v1.TopologySpreadConstraint': [
    maxSkew,
    mandatory('topologyKey', 'can not be empty'),
    strictChoice('whenUnsatisfiable', ['DoNotSchedule', 'ScheduleAnyway']),
    labelSelector('labelSelector'),
  ],
}

function toleration(struct: JsonObject, path: string): ReturnType<StructRule> {
  const [key, operator, effect] = ['key', 'operator', 'effect'].map((field) => textOf(struct, field)) as [
    string,
    string,
    string,
  ]
  return [
    ...(key === '' ? [] : qualifiedName(key).map((problem) => invalidValue(`${path}key`, key, problem))),
    ...(key === '' && operator !== 'Exists'
      ? [
          invalidValue(
            `${path}operator`,
            operator,
            'operator must be Exists when `key` is empty, which means "match all values and all keys"',
          ),
        ]
      : []),
    ...(isSet(struct, 'tolerationSeconds') && effect !== 'NoExecute'
      ? [invalidValue(`${path}effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set")]
      : []),
    ...tolerationValue(operator, textOf(struct, 'value'), path),
    ...(effect === '' || taintEffects.includes(effect)
      ? []
      : [notSupported(`${path}effect`, effect, taintEffects)]),
  ]
}

function tolerationValue(operator: string, value: string, path: string): ReturnType<StructRule> {
  switch (operator) {
    case '':
    case 'Equal': {
      const problems = labelValue(value)
      return problems.length === 0 ? [] : [invalidValue(`${path}operator`, value, problems.join(';'))]
    }
    case 'Exists':
      if (value === '') return []
      return [invalidValue(`${path}operator`, value, "value must be empty when `operator` is 'Exists'")]
    case 'Lt':
    case 'Gt':
      return [notSupported(`${path}operator`, operator, ['Equal', 'Exists', 'Lt', 'Gt'])]
    default:
      return [notSupported(`${path}operator`, operator, ['Equal', 'Exists'])]
  }
}

function nodeRequirement(struct: JsonObject, path: string): ReturnType<StructRule> {
  const key = textOf(struct, 'key')
  return [
    ...nodeOperator(textOf(struct, 'operator'), textsOf(struct, 'values').length, path),
    ...qualifiedName(key).map((problem) => invalidValue(`${path}key`, key, problem)),
  ]
}

function nodeOperator(operator: string, count: number, path: string): ReturnType<StructRule> {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return count > 0
        ? []
        : [required(`${path}values`, "must be specified when `operator` is 'In' or 'NotIn'")]
    case 'Exists':
    case 'DoesNotExist':
      if (count === 0) return []
      return [
        forbiddenField(`${path}values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
      ]
    case 'Gt':
    case 'Lt':
      if (count === 1) return []
      return [required(`${path}values`, "must be specified single value when `operator` is 'Lt' or 'Gt'")]
    default:
      return [invalidValue(`${path}operator`, operator, 'not a valid selector operator')]
  }
}

function topologyKey(detail: string): StructRule {
  return (struct, path) => {
    const key = textOf(struct, 'topologyKey')
    return [
      ...(key === '' ? [required(`${path}topologyKey`, detail)] : []),
      ...qualifiedName(key).map((problem) => invalidValue(`${path}topologyKey`, key, problem)),
    ]
  }
}

function maxSkew(struct: JsonObject, path: string): ReturnType<StructRule> {
  const skew = numberOf(struct, 'maxSkew') ?? 0
  return skew > 0 ? [] : [invalidValue(`${path}maxSkew`, skew, 'must be greater than zero')]
}
