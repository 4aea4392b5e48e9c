import { join } from 'node:path'
import type { Difference } from './compare.ts'
import { type KnownDifference, knownDifferences } from './known-differences.ts'

/** Where the known differences are written for people. */
export const differencesPage: string = join(import.meta.dirname, '../../../docs/api-server-differences.md')

export function placeOf({ story, because, path }: Difference): string {
  return `${story} > ${because} > ${path}`
}

/** The differences that nobody explained, and the explanations that explain nothing any more. */
export function sortDifferences(found: readonly Difference[]): {
  readonly unknown: readonly Difference[]
  readonly stale: readonly string[]
} {
  const seen = new Set<string>()
  const unknown = found.filter((difference) => {
    const known = knownDifferences.filter((candidate) => candidate.matches(placeOf(difference), difference))
    for (const { id } of known) seen.add(id)
    return known.length === 0
  })
  return { unknown, stale: knownDifferences.map(({ id }) => id).filter((id) => !seen.has(id)) }
}

/** The page that tells people about them. */
export function formatDifferences(differences: readonly KnownDifference[]): string {
  const sections = differences.flatMap(({ id, asked, ours, kubernetes, reason }) => [
    `## ${id}`,
    '',
    asked,
    '',
    `- This server: ${ours}`,
    `- Kubernetes: ${kubernetes}`,
    '',
    reason,
    '',
  ])
  return [...preface, ...sections].join('\n')
}

const preface = [
  '# Where the embedded API server differs from Kubernetes',
  '',
  'The differential test (`npm run test:peers`) sends the same requests to this server and to kube-apiserver 1.36.3 and compares',
  'the answers field by field. What follows is everything in which they differ; the test fails on any other difference, and on an',
  'entry that is no longer true. This page is written by `node packages/api-server/peers/write-differences.ts`.',
  '',
  'Not compared, because two servers cannot agree on it: times, uids, the values of resource versions (their order is compared),',
  'random suffixes of generated names, allocated addresses and node ports, continue tokens, ETags, audit ids, and the order in which',
  'several mistakes in one object are told (Kubernetes walks Go maps, so its own order changes from request to request).',
  '',
]
