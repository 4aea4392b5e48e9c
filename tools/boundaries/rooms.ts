import { dirname, join, relative, resolve, sep } from 'node:path'
import { root } from '../workspace.ts'
import { isTest, type SourceFile } from './check.ts'

/** One room of a kind's folder: a file of that name, or a folder of three or more files of one subject. */
export interface Room {
  readonly name: string
  /** What whoever opens it finds there. */
  readonly answers: string
  /** The rooms that it may import nothing from, of any kind. */
  readonly without: readonly string[]
  /** Whether there may be a folder of that name. */
  readonly folder?: true
}

const deciding = ['facts', 'rules', 'language', 'compute', 'layout', 'old-status']

/** The rooms of a kind's folder, in the order of the data. CONTRIBUTING shows this table. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const rooms: readonly Room[] = [
  { name: 'types',      answers: 'what do we read, what do we say?',                                     without: ['observe', ...deciding, 'columns', 'status'] },
  { name: 'observe',    answers: 'what is relevant here? It picks: views, queries, readers of specs',    without: [...deciding, 'status'],                             folder: true },
  { name: 'facts',      answers: 'what follows from the observation, before and beside the tables?',     without: ['observe', 'rules', 'language', 'compute', 'layout', 'status'], folder: true },
  { name: 'rules',      answers: 'which facts lead to which condition? From three tables on a folder, with `rules-proposal/` and `rules-released/` where the profiles differ', without: ['observe', 'compute', 'status'], folder: true },
  { name: 'language',   answers: 'what has a profile to answer? Each answers in a `language.ts` among its rules', without: ['observe', 'compute', 'status'] },
  { name: 'compute',    answers: 'so what is the status?',                                               without: ['observe', 'status'] },
  { name: 'layout',     answers: 'how is that status written down, in which stage?',                     without: ['observe', 'compute', 'status'] },
  { name: 'old-status', answers: 'what does the deprecated API say of it?',                              without: ['observe', 'compute', 'status'],                    folder: true },
  { name: 'columns',    answers: 'what does a person see in a line?',                                    without: ['observe', ...deciding, 'status'] },
  { name: 'schema',     answers: 'what does the CRD say, where we serve one?',                           without: ['observe', ...deciding, 'status'] },
  { name: 'status',     answers: 'all together',                                                         without: [] },
]

/** The room in which a file of a family's package stands; none for what is named by another subject. */
export function roomOf(path: string, folder: string): Room | undefined {
  const steps = relative(join(folder, 'src'), path).split(sep)
  for (const step of steps) {
    const word = step.replace(/(\.test|\.testing)?\.ts$/, '')
    const name = /^(rules|observe)-/.exec(word)?.[1] ?? word
    const room = rooms.find((each) => each.name === name)
    if (room !== undefined) return room
  }
  return undefined
}

/** Everything in families that stands in no room, looks where it should decide, or decides where it should look. */
export function roomProblems(files: readonly SourceFile[]): readonly string[] {
  const own = files.filter(({ path, owner }) => holdsFamily(owner) && !isTest(path))
  const kinds = new Set(
    own.filter(({ path }) => path.endsWith(`${sep}status.ts`)).map(({ path }) => dirname(path)),
  )
  return own
    .flatMap((file) => [...placeProblems(file, kinds), ...lookProblems(file)])
    .concat(thinFolders(files.filter(({ owner }) => holdsFamily(owner))))
}

const holdsFamily = ({ manifest }: SourceFile['owner']): boolean =>
  Object.hasOwn(manifest.exports ?? {}, './family')

const shown = (path: string): string => relative(root, path)

function placeProblems({ path, owner }: SourceFile, kinds: ReadonlySet<string>): readonly string[] {
  const room = roomOf(path, owner.folder)
  const kind = [...kinds].find((each) => path.startsWith(each + sep))
  if (kind === undefined) return []
  if (room === undefined) return [`${shown(path)} is in no room of a kind's folder (CONTRIBUTING lists them)`]
  const inside = relative(kind, path).includes(sep)
  return inside && room.folder !== true ? [`${shown(path)}: ${room.name} is one file`] : []
}

function lookProblems({ path, owner, imports, clockAsked = [] }: SourceFile): readonly string[] {
  const room = roomOf(path, owner.folder)
  const looks = room?.name === 'observe'
  const problems = imports.flatMap(({ specifier, line, names = [] }) => {
    const at = `${shown(path)}:${line} imports ${specifier}`
    if (specifier === '@sitrep/status' && names.includes('World') && !looks)
      return [`${at}: only what is called observe looks at the world`]
    if (!specifier.startsWith('.')) return []
    const target = roomOf(resolve(dirname(path), specifier), owner.folder)
    if (target === undefined || room === undefined || !room.without.includes(target.name)) return []
    return [
      `${at}: ${looks ? 'what looks does not decide' : `${room.name} takes nothing from ${target.name}`}`,
    ]
  })
  const asked = looks ? clockAsked : []
  return [
    ...problems,
    ...asked.map((line) => `${shown(path)}:${line} asks the clock: what looks does not decide`),
  ]
}

function thinFolders(files: readonly SourceFile[]): readonly string[] {
  const inFolder = Map.groupBy(files, ({ path }) => dirname(path))
  return [...inFolder].flatMap(([folder, held]) => {
    // The rules of the two profiles come as a pair of folders, however few tables one of them has.
    const name = folder.split(sep).at(-1) ?? ''
    const isRoom = rooms.some((room) => room.name === name)
    return isRoom && held.length < 3
      ? [`${shown(folder)} has fewer than three files: ${name}.ts is enough`]
      : []
  })
}

/** The table of rooms, as CONTRIBUTING shows it. */
export function roomsTable(): string {
  const rows = rooms.map(({ name, answers, without, folder }) => {
    const files = folder === true ? `\`${name}.ts\` or \`${name}/\`` : `\`${name}.ts\``
    return `| ${files} | ${answers} | ${without.length === 0 ? '' : without.join(', ')} |`
  })
  return ['| File | Answers | Takes nothing from |', '|---|---|---|', ...rows].join('\n')
}
