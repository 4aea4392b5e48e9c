import { startApiServer } from '../src/index.ts'
import { openTarget, type Target } from './target.ts'
import { users } from './users.ts'

/** Our server, in this process and in memory, to tell stories to. */
export async function openOurs(): Promise<Target> {
  const tokens = users.map(({ token, user, groups }) => ({
    token,
    user: { name: user, groups: [...groups] },
  }))
  // Only the controllers that run beside the genuine one, where no kubelet ends Pods either.
  const started = await startApiServer({
    tokens,
    controllers: { serviceAccounts: false, podEndingMs: false },
  })
  const byName = Object.fromEntries(users.map(({ user, token }) => [user, token]))
  const target = openTarget({
    name: 'ours',
    url: started.url,
    ca: started.authority,
    tokens: { admin: started.token, ...byName },
  })
  return {
    ...target,
    close: async () => {
      await target.close()
      await started.close()
    },
  }
}
