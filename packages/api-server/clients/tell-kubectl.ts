import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type KubectlBinary, olderThan } from '../../../tools/peers/find-kubectls.ts'
import { type Kubectl, type Outcome, openKubectl } from './kubectl.ts'
import type { KubectlStory } from './kubectl-stories.ts'

/** A server as kubectl sees it. */
export interface KubectlServer {
  /** The text of a kubeconfig for its administrator. */
  readonly kubeconfig: string
  /** A folder for what kubectl keeps about this server. */
  readonly folder: string
}

/** One command and how it ended. */
export interface Told {
  readonly because: string
  readonly command: string
  readonly outcome: Outcome
}

export interface Telling {
  readonly server: KubectlServer
  readonly binary: KubectlBinary
  /** A namespace that the story has for itself. */
  readonly namespace: string
}

/** Tells a story with one kubectl and fails where a command ends otherwise than the story says. */
export async function tellKubectl(
  story: KubectlStory,
  { server, binary, namespace }: Telling,
): Promise<readonly Told[]> {
  const path = join(server.folder, `${namespace}.kubeconfig`)
  writeFileSync(path, server.kubeconfig, { mode: 0o600 })
  const kubectl = openKubectl({ binary: binary.path, kubeconfig: path, home: join(server.folder, namespace) })
  const inNamespace = within(kubectl, namespace)
  const created = await kubectl.run(['create', 'namespace', namespace])
  assert.equal(created.code, 0, created.stderr)
  const told: Told[] = []
  await story.run(async (because, command, { input, code = 0, says, since = '1.0' } = {}) => {
    if (olderThan(binary, since)) return { code: 0, stdout: '', stderr: '' }
    const outcome = await inNamespace.run(command.split(' '), input)
    told.push({ because, command, outcome })
    const all = `${outcome.stdout}${outcome.stderr}`
    assert.equal(outcome.code, code, `${because}: kubectl ${command}\n${all}`)
    if (says !== undefined)
      assert.match(
        outcome.stdout.trim() === '' ? all : says.test(outcome.stdout) ? outcome.stdout : all,
        says,
        `${because}: kubectl ${command}`,
      )
    return outcome
  }, inNamespace)
  return told
}

function within(kubectl: Kubectl, namespace: string): Kubectl {
  const placed = (args: readonly string[]): readonly string[] =>
    args[0] === '-n' ? args : ['-n', namespace, ...args]
  return {
    run: (args, input) => kubectl.run(placed(args), input),
    start: (args) => kubectl.start(placed(args)),
  }
}
