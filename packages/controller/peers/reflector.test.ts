import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'node:test'
import { missingKubernetes, startKubernetes } from '../../../tools/peers/kubernetes.ts'
import { openKubeconfig } from '../src/connection/kubeconfig.ts'
import { tellServerStories } from '../src/observe/reflector/server-stories.testing.ts'

describe('A reflector of a genuine server', { skip: missingKubernetes() ?? false }, () => {
  tellServerStories(async () => {
    const dir = mkdtempSync(join(tmpdir(), 'reflector-'))
    const kubernetes = await startKubernetes({ dir })
    const { connection } = await openKubeconfig({ text: readFileSync(kubernetes.kubeconfig, 'utf8') })
    return {
      connection,
      close: async () => {
        connection.close()
        await kubernetes.stop()
        rmSync(dir, { recursive: true, force: true })
      },
    }
  })
})
