import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { findPeer, howToGetPeers } from '../peers/find-peer.ts'
import { root } from '../workspace.ts'

export const chart: string = join(root, 'deploy', 'chart')
export const installedIn = 'sitrep-system'

/** One line that says why nothing can be rendered here; nothing where helm is at hand. */
export function missingHelm(): string | undefined {
  return findPeer('helm') === undefined ? `helm not found: ${howToGetPeers}` : undefined
}

/** Calls helm and gives back what it printed; throws with what it complained about. */
export function helm(...args: readonly string[]): string {
  const program = findPeer('helm')
  if (program === undefined) throw new Error(missingHelm())
  // Nobody's own repositories and plugins take part.
  const nowhere = {
    HELM_CACHE_HOME: chart,
    HELM_CONFIG_HOME: chart,
    HELM_DATA_HOME: chart,
    HELM_PLUGINS: chart,
  }
  return execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: chart, ...nowhere },
    maxBuffer: 16 * 1024 * 1024,
  })
}

/** The objects of the chart as YAML, with these values set (`write=true`). */
export function renderChart(values: readonly string[] = []): string {
  const settings = values.flatMap((value) => ['--set', value])
  return helm('template', 'sitrep', chart, '--namespace', installedIn, ...settings)
}

/** The namespace that the manifests bring along. Helm cannot create the one that it installs into. */
const namespace = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: installedIn, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
}

/** The files of deploy/manifests, each complete by itself. */
export const manifests: Readonly<Record<'observe.yaml' | 'write.yaml', readonly string[]>> = {
  'observe.yaml': [],
  'write.yaml': ['write=true'],
}

export type ManifestName = keyof typeof manifests
export const manifestNames: readonly ManifestName[] = ['observe.yaml', 'write.yaml']
export const manifestPath = (name: ManifestName): string => join(root, 'deploy', 'manifests', name)

export function renderManifest(name: ManifestName): string {
  const rendered = renderChart(manifests[name])
    .replace(/^# Source: .*\n/gm, '')
    .replace(/\n+---\n/g, '\n---\n')
  const heading = '# Rendered from deploy/chart by `npm run generate`; change the chart instead.\n'
  return `${heading}${stringify(namespace)}${rendered.trimEnd()}\n`
}
