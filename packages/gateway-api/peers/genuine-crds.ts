import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CustomResourceDefinition } from '@sitrep/status'
import { parseAllDocuments } from 'yaml'
import { moduleFiles } from '../../../tools/peers/module-files.ts'

/** Says how to get the CRDs when there are none. */
export const howToGetCrds =
  'the CRDs of Gateway API are not at hand: they come with its Go module (needs Go, https://go.dev/dl, and a way to its registry)'

/** The CRDs of the standard channel as they were released, or nothing where the module cannot be had. */
export async function genuineCrds(): Promise<readonly CustomResourceDefinition[] | undefined> {
  const folder = await moduleFiles('gateway-api', 'sigs.k8s.io/gateway-api')
  if (folder === undefined) return undefined
  const channel = join(folder, 'config', 'crd', 'standard')
  return globSync('*.yaml', { cwd: channel })
    .sort()
    .flatMap((file) => parseAllDocuments(readFileSync(join(channel, file), 'utf8')))
    .map((document) => document.toJS() as CustomResourceDefinition)
    .filter(({ kind }) => kind === 'CustomResourceDefinition')
}
