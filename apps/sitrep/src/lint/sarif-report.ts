import { formatRef } from '@sitrep/status'
import { formatPath, type LintRuleText, lintRules } from '@sitrep/verdict'
import type { LintReport, Reported } from './lint-observed.ts'
import { docsOf } from './text-report.ts'

/** What was found as SARIF 2.1.0, for code scanning. Objects of a server have no file: they are named as logical locations. */
export function sarifReport({ findings }: LintReport, version: string): unknown {
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'sitrep', semanticVersion: version, rules: lintRules.map(ruleItem) } },
        columnKind: 'utf16CodeUnits',
        results: findings.map(resultItem),
      },
    ],
  }
}

const ruleItem = ({ id, title, why, fix, severity }: LintRuleText) => ({
  id,
  shortDescription: { text: title },
  fullDescription: { text: why },
  help: { text: `${fix} See ${docsOf(id)}` },
  defaultConfiguration: { level: severity },
})

const ids = lintRules.map(({ id }) => id)

function resultItem(finding: Reported) {
  const { rule, says, ref, path } = finding
  return {
    ruleId: rule.id,
    ruleIndex: ids.indexOf(rule.id),
    level: rule.severity,
    message: { text: `${formatRef(ref)}: ${says}. ${rule.fix}` },
    locations: [locationOf(finding)],
    // The same finding in another run, whatever line it has moved to.
    partialFingerprints: { 'objectPathRule/v1': `${formatRef(ref)} ${formatPath(path)} ${rule.id}` },
  }
}

function locationOf({ ref, path, file, place }: Reported) {
  const logicalLocations = [
    { name: ref.name, fullyQualifiedName: `${formatRef(ref)} ${formatPath(path)}`, kind: 'resource' },
  ]
  if (file === undefined) return { logicalLocations }
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(file) },
      ...(place && { region: { startLine: place.line, startColumn: place.column } }),
    },
    logicalLocations,
  }
}

const uriOf = (file: string): string => file.split('/').map(encodeURIComponent).join('/')
