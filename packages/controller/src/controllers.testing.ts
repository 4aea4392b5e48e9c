import { after, afterEach, before } from 'node:test'
import { family, groupObject, leafObject, rootObject } from '@sitrep/engine/testing'
import { type Controller, startController } from './controller.ts'
import type { ControllerOptions } from './controller-options.ts'
import { openTestCluster, type TestCluster } from './testing.ts'

/** A server for all tests of a suite. After each of them its controllers are stopped and its objects are gone. */
export interface ControllerSuite {
  readonly cluster: TestCluster
  readonly start: (options?: Partial<ControllerOptions>) => Controller
  /** A root, a group, and leaves of the group. */
  readonly plant: (...leaves: readonly string[]) => Promise<void>
}

export function controllerSuite(): ControllerSuite {
  let cluster: TestCluster
  let controllers: Controller[] = []
  before(async () => {
    cluster = await openTestCluster()
  })
  after(() => cluster.close())
  afterEach(async () => {
    await Promise.all(controllers.map((controller) => controller.stop()))
    controllers = []
    const objects = ['leafs', 'groups', 'roots'].map(
      (plural) => `/apis/test.sitrep.dev/v1/namespaces/prod/${plural}`,
    )
    for (const path of [...objects, '/api/v1/namespaces/prod/events'])
      await cluster.connection.request({ method: 'DELETE', path })
  })
  return {
    get cluster() {
      return cluster
    },
    start: (options = {}) => {
      const { connection } = cluster
      const controller = startController({ connection, catalog: family, mode: 'write', ...options })
      controllers.push(controller)
      return controller
    },
    plant: async (...leaves) => {
      await cluster.create(rootObject())
      const { metadata } = await cluster.create(groupObject('g'))
      const ownerReferences = [
        { apiVersion: 'test.sitrep.dev/v1', kind: 'Group', name: 'g', uid: metadata.uid ?? '' },
      ]
      for (const name of leaves) await cluster.create(leafObject(name, {}, { ownerReferences }))
    },
  }
}
