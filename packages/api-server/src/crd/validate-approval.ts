import type { FieldError } from '../errors/field-error.ts'
import { invalidValue, required } from '../errors/field-errors.ts'
import { type CrdModel, textAt } from './validate-model.ts'

const annotation = 'api-approved.kubernetes.io'
const field = `metadata.annotations[${annotation}]`
const pullRequest = 'https://github.com/kubernetes/enhancements/pull/1111'

type Approval = 'approved' | 'bypassed' | 'missing' | 'invalid'

/** Groups of the Kubernetes project itself say where they were approved, or that they were not. */
export function validateApproval(model: CrdModel, before: CrdModel | undefined): readonly FieldError[] {
  if (!/(^|\.)(k8s|kubernetes)\.io$/.test(model.group)) return []
  const value = textAt(model.annotations, annotation)
  const approval = approvalOf(value)
  if (before && approvalOf(textAt(before.annotations, annotation)) === approval) return []
  const words = `protected groups must have approval annotation "${annotation}"`
  if (approval === 'missing') return [required(field, `${words}, see ${pullRequest}`)]
  if (approval !== 'invalid') return []
  return [
    invalidValue(
      field,
      value,
      `${words} with either a URL or a reason starting with "unapproved", see ${pullRequest}`,
    ),
  ]
}

function approvalOf(value: string): Approval {
  if (value === '') return 'missing'
  if (value.startsWith('unapproved')) return 'bypassed'
  return /^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/[^/?#]+/.test(value) && URL.canParse(value) ? 'approved' : 'invalid'
}
