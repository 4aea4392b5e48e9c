import { isFields, type KubeObject } from '@sitrep/status'

/** Who last wrote which conditions of an object, and when. Everything else in managedFields is dropped. */
export interface ConditionWriter {
  readonly manager: string
  readonly time: string | undefined
  readonly types: readonly string[]
}

interface ManagedFieldsEntry {
  readonly manager?: string
  readonly time?: string
  readonly fieldsV1?: {
    readonly 'f:status'?: { readonly 'f:conditions'?: Readonly<Record<string, unknown>> }
  }
}

const none: readonly ConditionWriter[] = Object.freeze([])

/** Reads the writers of `status.conditions`; a condition list without a key per type has one writer of all of it: no types. */
export function conditionWriters(object: KubeObject): readonly ConditionWriter[] {
  const entries = (object.metadata as { managedFields?: readonly ManagedFieldsEntry[] }).managedFields
  if (!Array.isArray(entries)) return none
  const writers: ConditionWriter[] = []
  for (const entry of entries as readonly (ManagedFieldsEntry | null)[]) {
    const conditions = entry?.fieldsV1?.['f:status']?.['f:conditions']
    if (entry === null || !isFields(conditions)) continue
    const { manager = '', time } = entry
    writers.push({ manager, time, types: Object.keys(conditions).flatMap(typeOfKey) })
  }
  return writers.length === 0 ? none : writers
}

const [before, behind] = ['k:{"type":"', '"}'] as const

function typeOfKey(key: string): readonly string[] {
  if (!key.startsWith('k:')) return []
  // Nearly every key is of this form, and there are millions of them.
  if (key.startsWith(before) && key.endsWith(behind)) {
    const type = key.slice(before.length, -behind.length)
    if (!/["\\]/.test(type)) return [type]
  }
  try {
    const { type } = JSON.parse(key.slice(2)) as { type?: unknown }
    return typeof type === 'string' ? [type] : []
  } catch {
    return []
  }
}
