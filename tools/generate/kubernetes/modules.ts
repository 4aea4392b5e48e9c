import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The release whose types, discovery and OpenAPI documents the tables describe. */
const kubernetesModule = 'k8s.io/kubernetes@v1.36.3'

const goTypesFolder = fileURLToPath(new URL('./go-types', import.meta.url))

/** Where the Go module cache keeps the sources of Kubernetes itself; downloads them when they are not there. */
export function kubernetesSources(): string {
  const answer = execFileSync('go', ['mod', 'download', '-json', kubernetesModule], { encoding: 'utf8' })
  return (JSON.parse(answer) as { Dir: string }).Dir
}

/** Where the sources of a package lie that `go-types` depends on; `undefined` for packages of Go itself. */
export function packageFolders(): (packagePath: string) => string | undefined {
  const printed = execFileSync('go', ['list', '-m', '-f', '{{.Path}} {{.Dir}}', 'all'], {
    cwd: goTypesFolder,
    encoding: 'utf8',
  })
  const modules = printed.split('\n').map((line) => line.split(' ') as [string, string?])
  return (packagePath) => {
    const [module, folder] = modules.find(([path]) => packagePath.startsWith(`${path}/`)) ?? []
    return module === undefined || !folder ? undefined : `${folder}${packagePath.slice(module.length)}`
  }
}

/** What `go-types` prints: see its `main.go`. */
export interface GoFacts {
  /** `group/version/Kind` to qualified type name. */
  readonly kinds: Readonly<Record<string, string>>
  readonly types: Readonly<Record<string, GoType>>
}

export interface GoType {
  readonly underlying?: string
  readonly fields?: readonly GoField[]
}

export interface GoField {
  readonly goName: string
  readonly jsonName: string
  readonly inline?: boolean
  readonly omitEmpty?: boolean
  readonly omitZero?: boolean
  readonly type: string
  readonly protobuf?: string
}

export function readGoFacts(): GoFacts {
  const printed = execFileSync('go', ['run', '.'], {
    cwd: goTypesFolder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(printed) as GoFacts
}
