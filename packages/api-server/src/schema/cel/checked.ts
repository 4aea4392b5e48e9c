import type { Meter } from './meter.ts'
import type { ASTNode } from './parse.ts'
import type { Substitution } from './substitution.ts'
import type { CelType } from './types.ts'
import type { CelValue } from './values.ts'

/** What an evaluation works with: the variables by their numbers, and the meter. */
export interface Frame {
  readonly slots: CelValue[]
  readonly meter: Meter
}

export type Run = (frame: Frame) => CelValue

/** A part of an expression that has been checked: its type, and how to compute it. */
export interface Checked {
  readonly type: CelType
  readonly run: Run
  /** The value, when it is known without computing anything. */
  readonly literal?: CelValue
}

/** What macros need of the checker. */
export interface CheckContext {
  readonly types: Substitution
  check(node: ASTNode): Checked
  /** Notes what is wrong at a place, and stands in for it. */
  report(node: ASTNode, message: string): Checked
  /** Notes it when a part does not have the type it needs. */
  expect(node: ASTNode, part: Checked, type: CelType): void
  /** The type of a field of what has been checked. */
  fieldType(node: ASTNode, target: Checked, field: string): CelType
  /** Checks a part in which further names are known; they get the numbers handed in. */
  within<T>(names: readonly (readonly [string, CelType])[], check: (slots: readonly number[]) => T): T
}
