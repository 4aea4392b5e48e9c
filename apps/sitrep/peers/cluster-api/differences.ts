import { join } from 'node:path'
import type { StatusDifference } from './compare.ts'
import { type KnownDifference, knownDifferences } from './known-differences.ts'

/** Where the known differences are written for people. */
export const differencesPage: string = join(
  import.meta.dirname,
  '../../../../docs/cluster-api-differences.md',
)

/** Those of the differences that nobody explained; notes which explanations explained one. */
export function unexplained(
  found: readonly StatusDifference[],
  seen: Set<string>,
): readonly StatusDifference[] {
  return found.filter((difference) => {
    const known = knownDifferences.filter((candidate) => candidate.matches(difference))
    for (const { id } of known) seen.add(id)
    return known.length === 0
  })
}

/** One difference as a line. */
export const tellDifference = ({ object, path, ours, genuine }: StatusDifference): string =>
  `${object} ${path}: ours ${ours ?? 'absent'}, genuine ${genuine ?? 'absent'}`

/** The page that tells people about them. */
export function formatDifferences(differences: readonly KnownDifference[]): string {
  const sections = differences.flatMap(({ id, where, ours, genuine, reason }) => [
    `## ${id}`,
    '',
    where,
    '',
    `- Sitrep: ${ours}`,
    `- Cluster API: ${genuine}`,
    '',
    reason,
    '',
  ])
  return [...preface, ...sections].join('\n')
}

const preface = [
  '# Where the released profile differs from Cluster API',
  '',
  'A test (`npm run test:peers`) runs genuine Cluster API 1.14.2 with its in-memory infrastructure on a genuine kube-apiserver, and',
  '`sitrep run` beside it, through the life of two Clusters. At every quiet moment it compares every condition and every other field of',
  'every status. What follows is everything in which they differ; the test fails on any other difference, and on an entry that is no',
  'longer true. This page is written by `node --conditions=@sitrep/source apps/sitrep/peers/cluster-api/write-differences.ts`.',
  '',
  'Before each comparison every object is touched once, so that the genuine controllers have looked at the final state: they are not',
  'woken by everything that their statuses rest on, and a quiet cluster may show old statuses until they look again. Times that are',
  'quoted inside texts (the last successful probe) are not compared.',
  '',
]
