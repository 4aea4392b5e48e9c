import { readFileSync } from 'node:fs'
import { runConditionCase } from '../../packages/cluster-api/src/condition-cases/run-case.testing.ts'
import { isManagedCase, runManagedCase } from '../../packages/provider/src/managed-cases/run-case.testing.ts'
import type { VectorResult } from './run-vector.ts'

/** Runs a file of cases, one JSON object a line: what they are cases of is told by what is in them. */
export async function runLines(file: string): Promise<readonly VectorResult[]> {
  const lines = readFileSync(file, 'utf8').split('\n')
  const cases = lines.map(parsed)
  if (!cases.some(isManagedCase)) return runConditionCases(file)
  const results: VectorResult[] = []
  for (const [at, given] of cases.entries()) {
    if (lines[at]?.trim() === '') continue
    results.push(await runLine(given, `line ${at + 1}`))
  }
  return results
}

async function runLine(given: unknown, where: string): Promise<VectorResult> {
  if (!isManagedCase(given))
    return { name: where, passed: false, differences: ['no case of a managed resource'] }
  try {
    return await runManagedCase(given)
  } catch (error) {
    return { name: `${where}: ${given.id}`, passed: false, differences: [String(error)] }
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Runs a file of condition cases, one JSON object a line. A line that is no JSON has failed. */
function runConditionCases(file: string): readonly VectorResult[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [runConditionLine(line, `line ${at + 1}`)]))
}

function runConditionLine(line: string, where: string): VectorResult {
  try {
    const { name, passed, detail } = runConditionCase(JSON.parse(line))
    return { name: `${where}: ${name}`, passed, differences: passed ? [] : [detail] }
  } catch (error) {
    return { name: where, passed: false, differences: [String(error)] }
  }
}
