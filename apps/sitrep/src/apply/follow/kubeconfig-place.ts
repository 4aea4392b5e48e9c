import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { KubeObject } from '@sitrep/status'
import { CommandError } from '../../command.ts'

export interface KubeconfigPlace {
  /** Where the kubeconfig goes, where somebody said so. */
  readonly out: string | undefined
  readonly cwd: string
}

/** The file for the kubeconfig of one of these clusters. */
export function kubeconfigPath(
  { metadata }: KubeObject,
  clusters: readonly KubeObject[],
  { out, cwd }: KubeconfigPlace,
): string {
  if (out !== undefined) return resolve(cwd, out)
  const alike = clusters.filter((other) => other.metadata.name === metadata.name)
  const name = alike.length > 1 ? `${metadata.namespace}-${metadata.name}` : metadata.name
  return join(cwd, `${name}.kubeconfig`)
}

/** Refuses a place where no kubeconfig could be written: a cluster is long under way when its kubeconfig comes. */
export function refuseBadPlace(clusters: readonly KubeObject[], place: KubeconfigPlace): void {
  if (clusters.length > 1 && place.out !== undefined)
    throw new CommandError(2, '--kubeconfig-out names one file, and there are several clusters')
  for (const path of clusters.map((cluster) => kubeconfigPath(cluster, clusters, place))) {
    const why = objectionTo(path)
    if (why !== undefined)
      throw new CommandError(2, `No kubeconfig can be written to ${path}: ${why}; give --kubeconfig-out FILE`)
  }
}

function objectionTo(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return 'it is a folder'
  const folder = nearestFolder(dirname(path))
  if (!statSync(folder).isDirectory()) return `${folder} is no folder`
  try {
    accessSync(folder, constants.W_OK)
    return undefined
  } catch {
    return `nothing may be written in ${folder}`
  }
}

const nearestFolder = (folder: string): string =>
  existsSync(folder) || folder === dirname(folder) ? folder : nearestFolder(dirname(folder))
