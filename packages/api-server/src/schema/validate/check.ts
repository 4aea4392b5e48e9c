import type { Json } from '../../json/json.ts'
import type { CompiledSchema } from '../compiled-schema.ts'
import type { Correlation } from '../correlation.ts'
import type { Effort } from '../effort.ts'
import type { Result } from './result.ts'

/** One value to be checked against one schema. */
export interface Check {
  readonly schema: CompiledSchema
  readonly value: Json
  readonly path: string
  /** What was there before, when that is known: problems of what did not change are forgiven. */
  readonly correlation: Correlation | undefined
  /** Shared by all checks of an object. */
  readonly effort: Effort
}

/** Checks a value inside the present one. */
export type Descend = (check: Check) => Result
