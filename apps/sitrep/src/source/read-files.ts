import { readdirSync, statSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { safeText } from '@sitrep/present/lines'
import { refKey, refOf } from '@sitrep/status'
import { CommandError, type Context } from '../command.ts'
import { Warnings } from '../terminal/warnings.ts'
import { kindByPath } from './bundle-kinds.ts'
import { type FileLimits, fileLimits, LimitPassed, TextBudget, UnpackBudget } from './file-limits.ts'
import { textOf } from './file-text.ts'
import { type ObjectFromFile, parseObjects } from './parse-objects.ts'
import { readBytes } from './read-pipe.ts'
import { isTar, readTar } from './read-tar.ts'
import { isUrl, readUrl } from './read-url.ts'
import { soundObject } from './sound-object.ts'
import { bytesOfFile, unpacked, unreadable } from './unpack.ts'

const readable = /\.(ya?ml|json)(\.gz)?$/i

type Reader = Pick<Context, 'cwd' | 'readInput' | 'complain'> & Partial<Pick<Context, 'interrupted'>>

export interface ReadFilesOptions {
  readonly limits?: FileLimits
  /** Told of every text that objects come from, by the name under which they come. */
  readonly onText?: (file: string, read: () => string) => void
}

/**
 * All objects in files, folders and archives, in the order in which they are named and then by path: manifests, `kubectl get -o yaml`, what
 * `kubectl cluster-info dump`, must-gather, support bundles and `sitrep collect` leave behind. `-` is standard input, and an address is
 * read from there.
 */
export async function readFiles(
  paths: readonly string[],
  context: Reader,
  options: ReadFilesOptions = {},
): Promise<readonly ObjectFromFile[]> {
  const warnings = new Warnings(context)
  try {
    return await readAll(paths, { ...context, complain: warnings.add }, options)
  } finally {
    warnings.end()
  }
}

async function readAll(
  paths: readonly string[],
  context: Reader,
  options: ReadFilesOptions,
): Promise<readonly ObjectFromFile[]> {
  const reading = new Reading(context, options)
  const found: ObjectFromFile[] = []
  for (const path of paths) for (const each of await reading.path(path)) found.push(each)
  return found.flatMap(({ object, file }) => {
    const sound = soundObject(object, (line) => context.complain(`${file}: ${line}`))
    return sound === undefined ? [] : [{ object: sound, file }]
  })
}

interface BundleFile {
  readonly shown: string
  readonly read: () => Buffer
}

/** What is read in one call, within its limits. */
class Reading {
  readonly #context: Reader
  readonly #limits: FileLimits
  readonly #budget: TextBudget
  readonly #unpacking: UnpackBudget
  readonly #onText: ReadFilesOptions['onText']

  constructor(context: Reader, { limits = fileLimits, onText }: ReadFilesOptions) {
    this.#context = context
    this.#limits = limits
    this.#budget = new TextBudget(limits)
    this.#unpacking = new UnpackBudget(limits)
    this.#onText = onText
  }

  async path(path: string): Promise<readonly ObjectFromFile[]> {
    const { cwd, readInput } = this.#context
    if (path === '-') {
      const input = await readInput()
      return this.#parse('standard input', () => input, { onLeftOut: this.#context.complain })
    }
    if (isUrl(path))
      return this.#bytes(path, unpacked(await readUrl(path, this.#context), path, this.#unpacking))
    const full = isAbsolute(path) ? path : join(cwd, path)
    if (isDirectory(full, path)) return this.#bundle(this.#filesIn(full, path))
    const { interrupted } = this.#context
    const bytes = await readBytes(full, path, { limits: this.#limits, ...(interrupted && { interrupted }) })
    return this.#bytes(path, unpacked(bytes, path, this.#unpacking))
  }

  #bytes(named: string, bytes: Buffer): readonly ObjectFromFile[] {
    if (!isTar(bytes))
      return this.#parse(named, () => textOf(bytes, named), { onLeftOut: this.#context.complain })
    const files = readTar(bytes, named, this.#limits).filter(({ name }) => readable.test(name))
    return this.#bundle(
      files.map(({ name, bytes: content }) => {
        const shown = `${named}/${safeText(name)}`
        return { shown, read: () => unpacked(content, shown, this.#unpacking) }
      }),
    )
  }

  // Bundles hold logs and cut-off files beside objects: one that cannot be read is said and the rest goes on.
  #bundle(files: readonly BundleFile[]): readonly ObjectFromFile[] {
    const found = files.flatMap(({ shown, read }) => {
      const kind = kindByPath(shown)
      try {
        return this.#parse(shown, () => textOf(read(), shown), kind === undefined ? {} : { kind })
      } catch (error) {
        if (!(error instanceof CommandError) || error instanceof LimitPassed) throw error
        this.#context.complain(error.message)
        return []
      }
    })
    return withoutCopies(found)
  }

  #parse(
    named: string,
    read: () => string,
    options: Parameters<typeof parseObjects>[2],
  ): readonly ObjectFromFile[] {
    const text = read()
    this.#budget.spend(text, named)
    this.#onText?.(named, read)
    return parseObjects(text, named, { ...options, limits: this.#limits })
  }

  #filesIn(folder: string, named: string): readonly BundleFile[] {
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
        const read = (): Buffer => unpacked(bytesOfFile(path, shown, this.#limits), shown, this.#unpacking)
        return { shown, read }
      })
  }
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
