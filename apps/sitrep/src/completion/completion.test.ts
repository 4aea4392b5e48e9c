import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { openTestCluster, type TestCluster } from '../cluster.testing.ts'
import { runLine } from '../testing.ts'
import { completionScripts, type Shell, shells } from './scripts.ts'

let cluster: TestCluster
before(async () => {
  cluster = await openTestCluster()
  for (const name of ['alpha', 'beta']) await cluster.create(name)
})
after(() => cluster.close())

interface Offered {
  readonly words: string
  readonly code: number
}

const offered = async (...typed: string[]): Promise<Offered> => {
  const { out, err, code } = await runLine(['__complete', '--', ...typed], {
    env: { KUBECONFIG: cluster.kubeconfig, HOME: cluster.folder },
  })
  assert.deepEqual(err, [])
  return { words: out.map((line) => line.split('\t')[0]).join(' '), code }
}

describe('What could follow on a command line', () => {
  type Case = [typed: readonly string[], words: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    [['ve'],                                      'version',                        'a command'],
    [['__'],                                      '',                               'what is for programs is not offered'],
    [['help', 'ver'],                             'version',                        'help takes a command'],
    [['frobnicate', ''],                          '',                               'nothing is known of it'],
    [['get', '--name'],                           '--namespace',                    'an option'],
    [['get', '-A', '--all'],                      '',                               'an option that is there already'],
    [['lint', '--rule', 'x', '--ru'],             '--rule',                         'an option that may come again'],
    [['get', '-o', ''],                           'json name wide yaml',            'what the usage lists'],
    [['apply', '--dry-run', ''],                  'client server',                  'what the usage lists'],
    [['get', '--output=y'],                       '--output=yaml',                  'a value that hangs on its option'],
    [['up', '--scenario', 'de'],                  'demo',                           'a scenario that comes along'],
    [['up', '--scenario', 'no'],                  'none',                           'nothing may be meant too'],
    [['status', '-f', ''],                        ':files',                         'the shell knows files best'],
    [['get', '--kubeconfig', ''],                 ':files',                         'the shell knows files best'],
    [['view', ''],                                ':files',                         'what it is given are files'],
    [['completion', ''],                          'bash fish zsh',                  'words of the usage'],
    [['get', 'widg'],                             'widgets',                        'a kind of the server'],
    [['explain', 'widg'],                         'widgets/',                       'a kind that needs a name'],
    [['get', 'widgets', '-n', 'prod', ''],        'alpha beta',                     'names in the namespace that was typed'],
    [['get', 'widgets', 'alpha', '-n', 'prod', ''], 'beta',                         'what is there already is not offered'],
    [['wait', '-n', 'prod', 'wd/'],               'wd/alpha wd/beta',               'a short name stays as it was typed'],
    [['wait', '-n', 'prod', 'widget/b'],          'widget/beta',                    'names that fit'],
    [['get', 'widgets', '-n', 'pr'],              'prod',                           'a namespace of the server'],
    [['get', 'widgets', '--context', ''],         'sitrep',                         'a context of the kubeconfig'],
    [['lint', '--rule', 'bad-r'],                 'bad-reason',                     'a rule'],
    [['wait', 'widget/a', '--for', 'verd'],       'verdict=Ready',                  'something to wait for'],
  ]
  for (const [typed, words, because] of cases) {
    it(`sitrep ${typed.join(' ')}_ is followed by ${words || 'nothing'}, because ${because}`, async () => {
      // Whatever goes wrong is silent here: that nothing follows is only shown by how it ends.
      assert.deepEqual(await offered(...typed), { words, code: 0 })
    })
  }

  it('errors are silent', async () => {
    const { code, out, err } = await runLine(['__complete', '--', 'get', ''], {
      env: { KUBECONFIG: '/nonexistent', HOME: '/nonexistent' },
    })
    assert.deepEqual([code, out, err], [1, [], []])
  })

  it('a name that a shell would read is not offered', async () => {
    const file = join(cluster.folder, 'odd')
    writeFileSync(file, 'contexts: [{ name: "$(touch x)" }, { name: "a b" }, { name: arn:aws/x@y }]\n')
    assert.deepEqual(await offered('get', '--kubeconfig', file, '--context', ''), {
      words: 'arn:aws/x@y',
      code: 0,
    })
  })

  it('a shell that is none is refused', async () => {
    const { code, err } = await runLine(['completion', 'tcsh'])
    assert.equal(code, 2)
    assert.match(err[0] ?? '', /bash\|zsh\|fish/)
  })
})

const isInstalled = (shell: string): boolean => {
  try {
    execFileSync(shell, ['-c', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** How each shell is made to run its completion on a line, as if somebody pressed the key at its end. */
const drivers: Readonly<Record<Shell, (file: string, line: string) => readonly string[]>> = {
  bash: (file, line) => [
    '--norc',
    '-c',
    `source "$1"; COMP_LINE="$2"; COMP_POINT=\${#COMP_LINE}; read -ra COMP_WORDS <<< "$2"
     [[ $2 == *' ' ]] && COMP_WORDS+=(""); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
     _sitrep 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`,
    'bash',
    file,
    line,
  ],
  zsh: (file, line) => [
    '-f',
    '-c',
    `compdef() { }; source "$1"; words=("\${(@s: :)2}"); CURRENT=\${#words}
     compadd() { print -l -- "\${(@P)@[-1]}" }; _files() { print -l -- *(N) }; _sitrep`,
    'zsh',
    file,
    line,
  ],
  fish: (file, line) => ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', file, line],
}

for (const shell of shells) {
  const skip = isInstalled(shell) ? false : `${shell} is not installed here`
  describe(`The script for ${shell}`, { skip }, () => {
    let script: string
    before(() => {
      const bin = join(import.meta.dirname, '..', '..', 'bin', 'sitrep.mjs')
      const program = join(cluster.folder, 'sitrep')
      writeFileSync(
        program,
        `#!/bin/sh\nexec '${process.execPath}' --conditions=@sitrep/source '${bin}' "$@"\n`,
      )
      chmodSync(program, 0o755)
      script = join(cluster.folder, `completion.${shell}`)
      writeFileSync(script, `${completionScripts[shell]}\n`)
    })

    const pressed = async (line: string): Promise<readonly string[]> => {
      const { stdout } = await promisify(execFile)(shell, [...drivers[shell](script, line)], {
        cwd: cluster.folder,
        env: {
          PATH: `${cluster.folder}:${process.env.PATH}`,
          HOME: cluster.folder,
          KUBECONFIG: cluster.kubeconfig,
        },
      })
      const lines = stdout.split('\n').map((each) => each.split('\t')[0] ?? '')
      return lines.filter((each) => each !== '').sort()
    }

    type Case = [line: string, offered: readonly string[], because: string]
    // biome-ignore format: the table is the specification; its columns stay aligned
    const cases: Case[] = [
      ['sitrep ver',                      ['version'],                        'a command'],
      ['sitrep explain widg',             ['widgets/'],                       'a kind of the server'],
      ['sitrep get widgets -n prod ',     ['alpha', 'beta'],                  'names of the server'],
      ['sitrep wait -n prod widget/b',    ['widget/beta'],                    'a name behind its kind'],
      ['sitrep status -f kube',           ['kubeconfig'],                     'a file'],
    ]
    for (const [line, expected, because] of cases) {
      it(`${line}_ is followed by ${expected.join(' ')}, because ${because}`, async () => {
        const found = await pressed(line)
        assert.deepEqual(
          shell === 'zsh' && line.includes('-f') ? found.filter((each) => expected.includes(each)) : found,
          expected,
        )
      })
    }
  })
}
