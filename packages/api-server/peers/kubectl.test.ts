import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { chosenKubectls } from '../../../tools/peers/find-kubectls.ts'
import {
  type Kubernetes,
  lifecycleControllers,
  missingKubernetes,
  startKubernetes,
} from '../../../tools/peers/kubernetes.ts'
import { kubectlStories } from '../clients/kubectl-stories.ts'
import { type KubectlServer, type Told, tellKubectl } from '../clients/tell-kubectl.ts'
import { type StartedApiServer, startApiServer } from '../src/index.ts'
import { withSortedKeys } from './normalise.ts'

/** What two servers cannot print alike: ages, times, uids, versions, addresses, random names. */
function comparable({ because, command, outcome }: Told): unknown {
  const plain = (text: string): string =>
    withSortedKeys(text)
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?/g, '<time>')
      .replaceAll(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000/g, '<time>')
      // Whether two writes fall into one second is chance.
      .replaceAll(/^\d+c\d+\n< +time: "<time>"\n---\n> +time: "<time>"\n/gm, '')
      .replaceAll(/(resourceVersion\\?"?: ?\\?"?|Resource Version: +)\d+/g, '$1<rv>')
      .replaceAll(/\b10\.(0|96)\.\d+\.\d+/g, '<ip>')
      .replaceAll(/\b3[0-2]\d{3}\b/g, '<node port>')
      .replaceAll(/\b\d+(m\d+)?s\b/g, '<age>')
      .replaceAll(/127\.0\.0\.1:\d+/g, '<server>')
      .replaceAll(/(\/tmp\/|LIVE-|MERGED-)\S+/g, '<file>')
      .replaceAll(/ {2,}/g, '  ')
  // Who built the server is no behaviour, and the documentation of built-in kinds is not ours to print.
  if (command === 'version' || command.startsWith('explain')) return { because, command, code: outcome.code }
  // An old kubectl describes the members of a map in any order.
  const lines = (text: string): readonly string[] =>
    command.startsWith('describe') ? plain(text).split('\n').sort() : [plain(text)]
  return {
    because,
    command,
    code: outcome.code,
    stdout: lines(outcome.stdout),
    stderr: lines(outcome.stderr),
  }
}

for (const binary of chosenKubectls()) {
  describe(`kubectl ${binary.version} with our server and with genuine Kubernetes`, {
    skip: missingKubernetes() ?? false,
    concurrency: 2,
  }, () => {
    let folder = ''
    let ours: StartedApiServer
    let genuine: Kubernetes
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'kubectl-both-'))
      for (const part of ['ours', 'genuine']) mkdirSync(join(folder, part))
      ;[ours, genuine] = await Promise.all([
        startApiServer(),
        startKubernetes({ dir: join(folder, 'kubernetes'), controllers: lifecycleControllers }),
      ])
    })
    after(async () => {
      await ours.close()
      await genuine.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    for (const story of kubectlStories) {
      it(`prints the same while ${story.name}`, async () => {
        const servers: readonly KubectlServer[] = [
          { kubeconfig: ours.kubeconfig, folder: join(folder, 'ours') },
          { kubeconfig: readFileSync(genuine.kubeconfig, 'utf8'), folder: join(folder, 'genuine') },
        ]
        const [left, right] = await Promise.all(
          servers.map((server) => tellKubectl(story, { server, binary, namespace: `kubectl-${story.name}` })),
        )
        assert.deepEqual(left?.map(comparable), right?.map(comparable))
      })
    }
  })
}
