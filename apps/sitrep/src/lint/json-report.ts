import { formatPath, lintSeverities } from '@sitrep/verdict'
import type { LintReport, Reported } from './lint-observed.ts'
import { docsOf } from './text-report.ts'

/** What was found, for programs: `{ objects, errors, warnings, notes, findings: [ … ] }`. */
export function jsonReport({ objects, findings }: LintReport): unknown {
  const counts = lintSeverities.map(
    (severity) => [`${severity}s`, findings.filter(({ rule }) => rule.severity === severity).length] as const,
  )
  return { objects, ...Object.fromEntries(counts), findings: findings.map(item) }
}

const item = ({ rule, path, address, says, ref, apiVersion, file, place }: Reported) => ({
  rule: rule.id,
  severity: rule.severity,
  object: {
    apiVersion,
    kind: ref.kind,
    ...(ref.namespace !== undefined && { namespace: ref.namespace }),
    name: ref.name,
  },
  path: formatPath(path),
  ...(address !== undefined && { address }),
  says,
  why: rule.why,
  fix: rule.fix,
  docs: docsOf(rule.id),
  ...(file !== undefined && { file }),
  ...place,
})
