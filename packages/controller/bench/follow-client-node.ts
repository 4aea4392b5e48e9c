// Started by the bench as a process of its own: the informer of @kubernetes/client-node, for comparison.
import {
  CustomObjectsApi,
  KubeConfig,
  type KubernetesListObject,
  type KubernetesObject,
  makeInformer,
} from '@kubernetes/client-node'
import { measureFollower } from './measure-follower.ts'

const [, , url = '', events = ''] = process.argv
const config = new KubeConfig()
config.loadFromClusterAndUser({ name: 'canned', server: url, skipTLSVerify: true }, { name: 'nobody' })
const api = config.makeApiClient(CustomObjectsApi)
const resource = { group: 'cluster.x-k8s.io', version: 'v1beta2', plural: 'machines' }

await measureFollower({ url, events: Number(events) }, ({ synced, changed }) => {
  const list = (): Promise<KubernetesListObject<KubernetesObject>> => api.listClusterCustomObject(resource)
  const informer = makeInformer(config, '/apis/cluster.x-k8s.io/v1beta2/machines', list)
  informer.on('update', () => changed(1))
  informer.on('error', (error) => console.error(error))
  void informer.start().then(() => synced(informer.list().length))
  return () => informer.stop()
})
