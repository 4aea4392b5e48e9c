import { invalid } from '../errors/api-error.ts'
import type { FieldError } from '../errors/field-error.ts'
import { forbiddenField, invalidValue, notSupported, required, tooLong } from '../errors/field-errors.ts'
import { booleanParameter } from './query.ts'

/** What every write can ask for. */
export interface WriteOptions {
  readonly dryRun: boolean
  /** As the client named it; empty when it did not. */
  readonly fieldManager: string
  readonly fieldValidation: 'Ignore' | 'Warn' | 'Strict'
  /** The client said which it wants; others hear only what it said. */
  readonly validationSaid?: true
  /** Only server-side apply may set it. */
  readonly force: boolean
  /** A server-side apply: it is for nothing if who owns which field gets lost. */
  readonly applies?: true
}

export type WriteKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions' | 'ApplyOptions'

const unsaid: WriteOptions = { dryRun: false, fieldManager: '', fieldValidation: 'Warn', force: false }

/** Reads and checks the query of a write. Throws a 422 that names every wrong option. */
export function parseWriteOptions(query: URLSearchParams, kind: WriteKind): WriteOptions {
  if (query.size === 0 && kind !== 'ApplyOptions') return unsaid
  const dryRun = query.getAll('dryRun')
  const fieldManager = query.get('fieldManager') ?? ''
  const fieldValidation = query.get('fieldValidation') ?? ''
  const force = booleanParameter(query, 'force')
  const errors = [
    ...(kind === 'ApplyOptions' && fieldManager === ''
      ? [required('fieldManager', 'is required for apply patch')]
      : []),
    ...(kind === 'PatchOptions' && force !== undefined
      ? [forbiddenField('force', 'may not be specified for non-apply patch')]
      : []),
    ...fieldManagerErrors(fieldManager),
    ...dryRunErrors(dryRun),
    ...fieldValidationErrors(fieldValidation),
  ]
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', name: wireKind(kind) }, '', errors)
  return {
    dryRun: dryRun.length > 0,
    fieldManager,
    fieldValidation: fieldValidation === '' ? 'Warn' : (fieldValidation as WriteOptions['fieldValidation']),
    ...(fieldValidation !== '' && { validationSaid: true }),
    force: force ?? false,
    ...(kind === 'ApplyOptions' && { applies: true }),
  }
}

export function dryRunErrors(values: readonly string[]): FieldError[] {
  return values.every((value) => value === 'All') ? [] : [notSupported('dryRun', values, ['All'])]
}

function wireKind(kind: WriteKind): string {
  return kind === 'ApplyOptions' ? 'PatchOptions' : kind
}

function fieldValidationErrors(value: string): FieldError[] {
  const supported = ['', 'Ignore', 'Strict', 'Warn']
  return supported.includes(value) ? [] : [notSupported('fieldValidation', value, supported)]
}

const unprintable = /\p{C}|(?! )\p{Z}/u

function fieldManagerErrors(value: string): FieldError[] {
  const errors: FieldError[] = []
  if (Buffer.byteLength(value) > 128) errors.push(tooLong('fieldManager', 128))
  // Character by character only where there is one to be named.
  if (!unprintable.test(value)) return errors
  let position = 0
  for (const character of value) {
    if (unprintable.test(character)) {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
      errors.push(
        invalidValue('fieldManager', value, `invalid character U+${code} (at position ${position})`),
      )
    }
    position += Buffer.byteLength(character)
  }
  return errors
}
