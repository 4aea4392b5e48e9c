import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** A reporter for the end of a run: every failure in full, every skip with its reason, and one line that counts. */
// biome-ignore lint/style/noDefaultExport: the test runner takes a reporter as a module's default export
export default async function* closingLines(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const seen = { passed: 0, failed: 0, skipped: 0 }
  const failures: string[] = []
  const skips = new Set<string>()
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.details.type === 'suite') continue
    if (data.skip !== undefined) {
      seen.skipped++
      skips.add(`skipped: ${data.name}${typeof data.skip === 'string' ? ` (${data.skip})` : ''}`)
    } else if (type === 'test:pass') seen.passed++
    else {
      seen.failed++
      const { error } = data.details as { error?: { cause?: unknown } }
      failures.push(`\n${data.file ?? ''}:${data.line ?? ''}\n✖ ${data.name}\n${text(error?.cause ?? error)}`)
    }
  }
  yield '\n'
  for (const line of [...skips, ...failures]) yield `${line}\n`
  yield `${seen.passed} passed, ${seen.failed} failed, ${seen.skipped} skipped\n`
}

const text = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : inspect(error)
