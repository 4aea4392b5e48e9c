import { forbiddenField, invalidValue, notSupported, required } from '../../errors/field-errors.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { isEmptySelector, selectorMatches, validateLabelSelector } from '../validation/label-selector.ts'
import { isSet, objectOf, textOf } from '../validation/read.ts'
import type { StructRule } from '../validation/struct-rules.ts'
import { podMounts } from './pod-rules.ts'

/** The selector of a workload is there, is not empty, and chooses the pods of its template. `noun` is how it is called. */
export function selectsTemplate(noun: string): StructRule {
  return (spec, path) => {
    const selector = objectOf(spec, 'selector')
    const field = `${path}selector`
    return [
      ...(selector === undefined ? [required(field)] : validateLabelSelector(selector, field)),
      ...(selector !== undefined && isEmptySelector(selector)
        ? [invalidValue(field, selector, `empty selector is invalid for ${noun}`)]
        : []),
      ...(selector !== undefined && !isReadable(selector)
        ? [invalidValue(field, selector, 'invalid label selector')]
        : templateIsSelected(spec, path)),
    ]
  }
}

/** Can Go make a matcher of it? If not, whether it matches is not asked. */
function isReadable(selector: JsonObject): boolean {
  return validateLabelSelector(selector, '').length === 0
}

/** The selector, where there is one with content, chooses the pods of the template. */
export function templateIsSelected(spec: JsonObject, path: string): ReturnType<StructRule> {
  const selector = objectOf(spec, 'selector')
  const labels = objectOf(objectOf(objectOf(spec, 'template'), 'metadata'), 'labels')
  if (selectorMatches(selector, labels)) return []
  const shown: Json = labels === undefined ? null : sorted(labels)
  return [
    invalidValue(`${path}template.metadata.labels`, shown, '`selector` does not match template `labels`'),
  ]
}

/** Pods that are kept running: they always restart and know no deadline. `noun` is how the workload is called. */
export function runsForever(noun: string): StructRule {
  return (spec, path) => {
    const pod = objectOf(objectOf(spec, 'template'), 'spec')
    const policy = textOf(pod, 'restartPolicy')
    const here = `${path}template.spec.`
    return [
      ...(policy === 'Always' ? [] : [notSupported(`${here}restartPolicy`, policy, ['Always'])]),
      ...(isSet(pod, 'activeDeadlineSeconds')
        ? [
            forbiddenField(
              `${here}activeDeadlineSeconds`,
              `activeDeadlineSeconds in ${noun} is not Supported`,
            ),
          ]
        : []),
    ]
  }
}

/** The containers of the template mount only volumes that the template has. */
export const templateMounts: StructRule = (spec, path) => {
  const pod = objectOf(objectOf(spec, 'template'), 'spec')
  return pod === undefined ? [] : podMounts(pod, `${path}template.spec.`)
}

/** Go shows the members of a map in order of their keys. */
function sorted(map: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)))
}
