import type { Json } from '../../json/json.ts'

/** What one keyword found wrong, before it is put into the words of a Status cause. */
export interface Problem {
  /** `unplaced` problems belong to no field; the others do, and the code decides how they are worded. */
  readonly code: 'unplaced' | 'required' | 'enum' | 'too-long' | 'too-many' | 'type' | 'invalid'
  /** The path as the validator knows it; a leading dot stands for the root. */
  readonly path: string
  /** The words of kube-openapi; also what tells one problem from another. */
  readonly text: string
  readonly value?: Json
  readonly limit?: number
  readonly allowed?: readonly Json[]
}

/**
 * What came of checking one value. `matches` counts the checks that took place, in kube-openapi's way: of several
 * alternatives that all fail, the problems of the one with most matches are reported.
 */
export class Result {
  readonly problems: Problem[] = []
  matches = 0

  get valid(): boolean {
    return this.problems.length === 0
  }

  add(problem: Problem): void {
    if (!this.problems.some(({ text }) => text === problem.text)) this.problems.push(problem)
  }

  merge(other: Result): void {
    for (const problem of other.problems) this.add(problem)
    this.matches += other.matches
  }
}
