import { readFileSync } from 'node:fs'
import { runConditionCase } from '../../packages/cluster-api/src/condition-cases/run-case.testing.ts'
import type { VectorResult } from './run-vector.ts'

/** Runs a file of condition cases, one JSON object a line. A line that is no JSON has failed. */
export function runConditionCases(file: string): readonly VectorResult[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [runLine(line, `line ${at + 1}`)]))
}

function runLine(line: string, where: string): VectorResult {
  try {
    const { name, passed, detail } = runConditionCase(JSON.parse(line))
    return { name: `${where}: ${name}`, passed, differences: passed ? [] : [detail] }
  } catch (error) {
    return { name: where, passed: false, differences: [String(error)] }
  }
}
