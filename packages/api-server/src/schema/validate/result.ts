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

// A body of a few megabytes can have a million wrong items; telling all of them would cost more than refusing it.
const maxProblems = 10_000

/**
 * What came of checking one value. `matches` counts the checks that took place, in kube-openapi's way: of several
 * alternatives that all fail, the problems of the one with most matches are reported.
 */
export class Result {
  readonly problems: Problem[] = []
  matches = 0
  #texts: Set<string> | undefined

  get valid(): boolean {
    return this.problems.length === 0
  }

  /** Nothing more is noted. */
  get full(): boolean {
    return this.problems.length >= maxProblems
  }

  /** Notes a problem, unless it is known already or there are more than anybody could read. */
  add(problem: Problem): void {
    if (this.full) return
    this.#texts ??= new Set()
    if (this.#texts.has(problem.text)) return
    this.#texts.add(problem.text)
    this.problems.push(problem)
  }

  merge(other: Result): void {
    for (const problem of other.problems) this.add(problem)
    this.matches += other.matches
  }
}
