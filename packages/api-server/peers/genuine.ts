import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startKubernetes } from '../../../tools/peers/kubernetes.ts'
import { openTarget, type Target } from './target.ts'
import { users } from './users.ts'

export type { Target }

/** A genuine Kubernetes to tell stories to. Only the controllers that finish deletions run, and `more`: others would write in between. */
export async function openGenuine(more: readonly string[] = []): Promise<Target> {
  const dir = mkdtempSync(join(tmpdir(), 'genuine-'))
  const controllers = ['garbage-collector-controller', 'namespace-controller', ...more]
  const kubernetes = await startKubernetes({ dir, users, controllers })
  const tokens = Object.fromEntries(users.map(({ user, token }) => [user, token]))
  const target = openTarget({
    name: 'genuine',
    ...kubernetes,
    tokens: { admin: kubernetes.token, ...tokens },
  })
  return {
    ...target,
    close: async () => {
      await target.close()
      await kubernetes.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
