import { type Call, type Command, CommandError, type Context, type ExitCode } from '../command.ts'
import { dataFolder } from '../options/data-folder.ts'
import { backUp } from '../store/back-up.ts'
import { restore } from '../store/restore.ts'
import { check, repair } from '../store/wholeness.ts'
import { suggestion } from '../suggestion.ts'

/** Something that is done with a folder, and perhaps a file. */
type Work = (folder: string, words: readonly string[], context: Context) => ExitCode | Promise<ExitCode>

const works: Readonly<Record<string, Work>> = { check, repair, backup: backUp, restore }

export const store: Command = {
  name: 'store',
  summary: 'Check, repair, back up or restore what sitrep up keeps',
  usage: [
    'store check [--data DIR]',
    'store repair [--data DIR]',
    'store backup FILE [--data DIR]',
    'store restore FILE [--data DIR]',
  ],
  description: [
    'check says whether everything that was acknowledged can be read, and changes nothing; it ends with 1 where that is not so.',
    'repair makes a new store of all that can be read and puts the old files aside. backup writes all objects of one moment and the keys into one file,',
    'also while sitrep up runs. restore makes a store of such a file; what lay there is put aside, keys that are there stay. After repair and restore',
    'revisions go on far above all that were given out, so whoever watches lists anew.',
  ].join('\n'),
  examples: [
    { does: 'is everything there?', line: 'store check' },
    { does: 'a copy, while it runs', line: 'store backup sitrep.backup' },
    { does: 'a copy becomes a new folder', line: 'store restore sitrep.backup --data ./again' },
  ],
  options: {
    data: { type: 'string', value: 'DIR', help: 'The folder of sitrep up (default ~/.local/share/sitrep)' },
  },
  async run(call, context) {
    const [name = '', ...words] = call.words
    const work = Object.hasOwn(works, name) ? works[name] : undefined
    if (work === undefined) throw unknown(name)
    assertWords(name, words)
    return work(dataFolder(call, context), words, context)
  },
}

function unknown(name: Call['words'][number]): CommandError {
  const names = Object.keys(works)
  const meant = name === '' ? undefined : suggestion(name, names)
  const hint = meant === undefined ? `say one of ${names.join(', ')}` : `did you mean ${meant}?`
  const what = name === '' ? 'sitrep store is told what to do' : `sitrep store cannot ${JSON.stringify(name)}`
  return new CommandError(2, `${what}; ${hint}`)
}

function assertWords(name: string, words: readonly string[]): void {
  const wanted = name === 'backup' || name === 'restore' ? 1 : 0
  if (words.length === wanted) return
  throw new CommandError(2, `sitrep store ${name} takes ${wanted === 1 ? 'one file' : 'nothing but --data'}`)
}
