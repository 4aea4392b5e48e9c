/** One thing that is wrong with a scenario file, and where. */
export interface ScenarioProblem {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly column: number
  readonly message: string
}

/** A scenario file that cannot be played; names everything that is wrong with it at once. */
export class ScenarioError extends Error {
  override readonly name: string = 'ScenarioError'
  readonly problems: readonly ScenarioProblem[]

  constructor(problems: readonly ScenarioProblem[]) {
    super(
      problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`).join('\n'),
    )
    this.problems = problems
  }
}
