import type { AnyCondition } from './severity/condition.ts'

/** What went wrong. Add a code here before throwing a new kind of error. */
export type ConditionsErrorCode =
  | 'types-empty'
  | 'types-include-target'
  | 'override-repeated'
  | 'override-missing'
  | 'nothing-to-summarize'
  | 'nothing-to-merge'
  | 'priority-missing'
  | 'sources-empty'
  | 'negative-types-wrong'
  | 'before-missing'
  | 'after-missing'
  | 'latest-missing'
  | 'condition-modified'
  | 'condition-deleted'
  | 'object-missing'
  | 'list-expected'
  | 'condition-malformed'
  | 'type-missing'
  | 'status-missing'
  | 'status-unknown'
  | 'time-malformed'

/** Two writers wanted different things of one condition. */
export interface ConditionConflict {
  readonly operation: 'Add' | 'Change' | 'Remove'
  readonly type: string
  readonly before?: AnyCondition
  readonly after?: AnyCondition
  readonly latest?: AnyCondition
}

interface ConditionsErrorOptions extends ErrorOptions {
  readonly conflict?: ConditionConflict
}

/** Thrown when conditions cannot be merged, set or applied as asked. Nothing has been changed then. */
export class ConditionsError extends Error {
  override readonly name: string = 'ConditionsError'
  readonly code: ConditionsErrorCode
  /** Set for `condition-modified` and `condition-deleted`. */
  readonly conflict: ConditionConflict | undefined

  constructor(code: ConditionsErrorCode, message: string, options?: ConditionsErrorOptions) {
    super(message, options)
    this.code = code
    this.conflict = options?.conflict
  }
}
