import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

// Of a file that ended in the middle there is nothing but what it said last.
const lastLines = 20

/** A reporter for the end of a run: every failure in full, every reason for skips with what it skips, and one line that counts. */
// biome-ignore lint/style/noDefaultExport: the test runner takes a reporter as a module's default export
export default async function* closingLines(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const seen = { passed: 0, failed: 0, skipped: 0 }
  const failures: string[] = []
  const skips = new Map<string, Set<string>>()
  const said = new Map<string, readonly string[]>()
  for await (const { type, data } of events) {
    if (type === 'test:stderr')
      said.set(data.file, [...(said.get(data.file) ?? []), data.message].slice(-lastLines))
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const { error } = data.details as { error?: Failure }
    if (data.skip !== undefined) {
      seen.skipped++
      const reason = typeof data.skip === 'string' ? ` (${data.skip})` : ''
      skips.set(reason, (skips.get(reason) ?? new Set()).add(data.name))
      continue
    }
    // A suite is told by its tests, unless it never got to them.
    if (data.details.type === 'suite' && error?.failureType !== 'hookFailed') continue
    if (type === 'test:pass') seen.passed++
    else {
      seen.failed++
      const why = [text(error?.cause ?? error), '\n', ...(said.get(data.name) ?? [])].join('').trimEnd()
      failures.push(`\n${data.file ?? ''}:${data.line ?? ''}\n✖ ${data.name}\n${why}`)
    }
  }
  yield '\n'
  for (const [reason, names] of skips) yield `skipped: ${[...names].join(', ')}${reason}\n`
  for (const line of failures) yield `${line}\n`
  yield `${seen.passed} passed, ${seen.failed} failed, ${seen.skipped} skipped\n`
}

interface Failure {
  readonly cause?: unknown
  readonly failureType?: string
}

const text = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : inspect(error)
