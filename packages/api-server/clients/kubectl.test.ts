import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { chosenKubectls } from '../../../tools/peers/find-kubectls.ts'
import { type StartedApiServer, startApiServer } from '../src/index.ts'
import { kubectlStories } from './kubectl-stories.ts'
import { tellKubectl } from './tell-kubectl.ts'

const chosen = chosenKubectls()

if (chosen.length === 0) {
  it('kubectl gets what it expects', {
    skip: 'no kubectl found (Debian: apt install kubernetes-client)',
  }, () => {})
}

for (const binary of chosen) {
  describe(`kubectl ${binary.version}`, { concurrency: 2 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'kubectl-'))
    let started: StartedApiServer
    before(async () => {
      started = await startApiServer()
    })
    after(async () => {
      await started.close()
      rmSync(folder, { recursive: true, force: true })
    })
    for (const story of kubectlStories) {
      it(`gets what it expects while ${story.name}`, async () => {
        const server = { kubeconfig: started.kubeconfig, folder }
        await tellKubectl(story, { server, binary, namespace: `kubectl-${story.name}` })
      })
    }
  })
}
