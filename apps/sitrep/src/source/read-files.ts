import { readdirSync, readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { refKey, refOf } from '@sitrep/status'
import { CommandError, type Context } from '../command.ts'
import { textOf } from './file-text.ts'
import { type ObjectFromFile, parseObjects } from './parse-objects.ts'
import { isTar, readTar } from './read-tar.ts'
import { soundObject } from './sound-object.ts'

const readable = /\.(ya?ml|json)(\.gz)?$/i

type Reader = Pick<Context, 'cwd' | 'readInput' | 'complain'>

/**
 * All objects in files, folders and archives, in the order in which they are named and then by path: manifests, `kubectl get -o yaml`, what
 * `kubectl cluster-info dump`, must-gather and support bundles leave behind. `-` is standard input.
 */
export async function readFiles(
  paths: readonly string[],
  context: Reader,
): Promise<readonly ObjectFromFile[]> {
  const found: ObjectFromFile[] = []
  for (const path of paths) {
    if (path === '-')
      found.push(
        ...parseObjects(await context.readInput(), 'standard input', { onLeftOut: context.complain }),
      )
    else found.push(...readPath(isAbsolute(path) ? path : join(context.cwd, path), path, context))
  }
  return found.flatMap(({ object, file }) => {
    const sound = soundObject(object, (line) => context.complain(`${file}: ${line}`))
    return sound === undefined ? [] : [{ object: sound, file }]
  })
}

function readPath(path: string, named: string, { complain }: Reader): readonly ObjectFromFile[] {
  if (isDirectory(path, named)) return readBundle(filesIn(path, named), complain)
  const bytes = bytesOf(path, named)
  if (isTar(bytes)) {
    const files = readTar(bytes, named).filter(({ name }) => readable.test(name))
    return readBundle(
      files.map(({ name, bytes: content }) => ({
        shown: `${named}/${name}`,
        read: () => unzipped(content, name),
      })),
      complain,
    )
  }
  return parseObjects(textOf(bytes, named), named, { onLeftOut: complain })
}

interface BundleFile {
  readonly shown: string
  readonly read: () => Buffer
}

function filesIn(folder: string, named: string): readonly BundleFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readable.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) =>
        !relative(folder, path)
          .split('/')
          .some((part) => part.startsWith('.')),
    )
    .sort()
    .map((path) => {
      const shown = join(named, relative(folder, path))
      return { shown, read: () => bytesOf(path, shown) }
    })
}

// Bundles hold logs and cut-off files beside objects: one that cannot be read is said and the rest goes on.
function readBundle(files: readonly BundleFile[], complain: Context['complain']): readonly ObjectFromFile[] {
  const found = files.flatMap(({ shown, read }) => {
    const kind = kindByPath(shown)
    try {
      return parseObjects(textOf(read(), shown), shown, kind === undefined ? {} : { kind })
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      complain(error.message)
      return []
    }
  })
  return withoutCopies(found)
}

// The same object stands in a list and in a file of its own, or as JSON and as YAML: the newest is it, where it came first.
function withoutCopies(found: readonly ObjectFromFile[]): readonly ObjectFromFile[] {
  const byKey = new Map<string, ObjectFromFile>()
  for (const each of found) {
    const key = `${refKey(refOf(each.object))} ${each.object.metadata.annotations?.['sitrep.dev/cluster'] ?? ''}`
    const known = byKey.get(key)
    if (known === undefined || versionOf(each) > versionOf(known)) byKey.set(key, each)
  }
  return [...byKey.values()]
}

const versionOf = ({ object }: ObjectFromFile): number => Number(object.metadata.resourceVersion ?? 0)

function isDirectory(path: string, named: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (cause) {
    throw unreadable(named, cause)
  }
}

function bytesOf(path: string, named: string): Buffer {
  try {
    return unzipped(readFileSync(path), named)
  } catch (cause) {
    throw cause instanceof CommandError ? cause : unreadable(named, cause)
  }
}

// A few kilobytes can unpack to more than any machine holds.
const mostUnpacked = 1_073_741_824

function unzipped(bytes: Buffer, named: string): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: mostUnpacked })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new CommandError(2, `${named} unpacks to more than 1 GiB, which is not read`, { cause })
    throw unreadable(named, cause)
  }
}

// Support bundles name their files after resources and leave the kind out of what stands in them.
const kinds: Readonly<Record<string, readonly [apiVersion: string, kind: string]>> = {
  configmaps: ['v1', 'ConfigMap'],
  cronjobs: ['batch/v1', 'CronJob'],
  'custom-resource-definitions': ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
  daemonsets: ['apps/v1', 'DaemonSet'],
  deployments: ['apps/v1', 'Deployment'],
  ingress: ['networking.k8s.io/v1', 'Ingress'],
  jobs: ['batch/v1', 'Job'],
  namespaces: ['v1', 'Namespace'],
  nodes: ['v1', 'Node'],
  pods: ['v1', 'Pod'],
  pvcs: ['v1', 'PersistentVolumeClaim'],
  pvs: ['v1', 'PersistentVolume'],
  replicasets: ['apps/v1', 'ReplicaSet'],
  services: ['v1', 'Service'],
  statefulsets: ['apps/v1', 'StatefulSet'],
}

/** What the objects of a bundle's file are, by its name or its folder's: `cluster-resources/pods/kube-system.json`. */
function kindByPath(path: string): { readonly apiVersion: string; readonly kind: string } | undefined {
  const [file = '', folder = ''] = path.split('/').reverse()
  const found = kinds[file.replace(/\.(ya?ml|json)(\.gz)?$/i, '')] ?? kinds[folder]
  return found && { apiVersion: found[0], kind: found[1] }
}

const systemWords: Readonly<Record<string, string>> = {
  EACCES: 'it may not be read by this user',
  EISDIR: 'it is a folder and not a file',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is a file and not a folder',
  EPERM: 'it may not be read by this user',
  ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB',
}

/** What a person is told where a file cannot be read: in words, not in codes of the system. */
function unreadable(named: string, cause: unknown): CommandError {
  const { code = '', message } = cause as NodeJS.ErrnoException
  const why = systemWords[code] ?? (code.startsWith('Z_') ? 'it is damaged or cut off' : message)
  return new CommandError(2, `${named} cannot be read: ${why}`, { cause })
}
