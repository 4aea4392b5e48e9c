import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { moduleFiles } from '../module-files.ts'

/** What the files of a module say of one object. */
export interface ManifestObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> }
  readonly [field: string]: unknown
}

/** The programs of Cluster API: which module holds the configuration of each, and where. */
export const programs = {
  'cluster-api-core': { module: 'sigs.k8s.io/cluster-api', folder: 'core' },
  'cluster-api-bootstrap': { module: 'sigs.k8s.io/cluster-api', folder: 'bootstrap/kubeadm' },
  'cluster-api-control-plane': { module: 'sigs.k8s.io/cluster-api', folder: 'controlplane/kubeadm' },
  'cluster-api-in-memory': { module: 'sigs.k8s.io/cluster-api/test', folder: 'infrastructure/docker' },
} as const

/** The name of one of the four programs, as `npm run peers` builds it. */
export type ProgramName = keyof typeof programs

/** The names of the four programs. */
export const programNames = Object.keys(programs) as readonly ProgramName[]

/** Says how to get the files where there are none. */
export const howToGetFiles =
  'the files of Cluster API are not at hand: they come with its Go modules (needs Go, https://go.dev/dl, and a way to their registry)'

/** The definitions that one program brings, with the labels that its kustomization puts on them; nothing where its module cannot be had. */
export async function genuineDefinitions(
  program: ProgramName,
): Promise<readonly ManifestObject[] | undefined> {
  const config = await configOf(program)
  if (config === undefined) return undefined
  const labels = { ...labelsIn(join(config, 'default')), ...labelsIn(join(config, 'crd')) }
  const bases = join(config, 'crd', 'bases')
  return globSync('*.yaml', { cwd: bases })
    .sort()
    .flatMap((file) => documentsIn(join(bases, file)))
    .map((object) => ({
      ...object,
      metadata: { ...object.metadata, labels: { ...object.metadata.labels, ...labels } },
    }))
}

/** The configurations of the webhooks of one program, as they lie in its module. */
export async function genuineWebhooks(program: ProgramName): Promise<readonly ManifestObject[]> {
  const config = await configOf(program)
  return config === undefined ? [] : documentsIn(join(config, 'webhook', 'manifests.yaml'))
}

async function configOf(program: ProgramName): Promise<string | undefined> {
  const { module, folder } = programs[program]
  const files = await moduleFiles('cluster-api', module)
  return files && join(files, folder, 'config')
}

const documentsIn = (file: string): readonly ManifestObject[] =>
  parseAllDocuments(readFileSync(file, 'utf8'))
    .map((document) => document.toJS() as ManifestObject | null)
    .filter((object) => object !== null)

interface Kustomization {
  readonly labels?: readonly { readonly pairs: Readonly<Record<string, string>> }[]
}

function labelsIn(folder: string): Readonly<Record<string, string>> {
  const { labels = [] } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization
  return Object.assign({}, ...labels.map(({ pairs }) => pairs))
}
