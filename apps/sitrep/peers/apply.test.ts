import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'node:test'
import { lifecycleControllers, missingKubernetes, startKubernetes } from '../../../tools/peers/kubernetes.ts'
import { describeDelete } from '../src/apply/delete-contract.testing.ts'
import { type AnyApplyServer, useServer } from '../src/apply/server.testing.ts'
import { describeSubmit } from '../src/apply/submit-contract.testing.ts'

async function open(): Promise<AnyApplyServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-genuine-'))
  const genuine = await startKubernetes({ dir: join(folder, 'genuine'), controllers: lifecycleControllers })
  const opened = await useServer(readFileSync(genuine.kubeconfig, 'utf8'), folder)
  return {
    ...opened,
    close: async () => {
      await genuine.stop()
      await opened.close()
    },
  }
}

const skip = missingKubernetes() ?? false

describe('sitrep apply without --wait, on a genuine Kubernetes', { skip }, () => describeSubmit(open))
describe('sitrep delete, on a genuine Kubernetes', { skip }, () => describeDelete(open))
