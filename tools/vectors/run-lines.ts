import { readFileSync } from 'node:fs'
import { isManagedCase, runManagedCase } from '../../packages/provider/src/managed-cases/run-case.testing.ts'
import { runConditionCases } from './run-condition-cases.ts'
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
