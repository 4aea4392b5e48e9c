import type { Kubectl, Outcome } from './kubectl.ts'
import {
  configMapManifest,
  deploymentManifest,
  nodeManifest,
  ownedConfigMap,
  widgetDefinition,
  widgetManifest,
} from './manifests.ts'

/** Runs one command of a story and records it under a sentence. */
export type Tell = (because: string, command: string, options?: TellOptions) => Promise<Outcome>

export interface TellOptions {
  readonly input?: string
  /** 0 unless said otherwise. */
  readonly code?: number
  /** The first version of kubectl that knows the command; an older one leaves the step out. */
  readonly since?: string
  /** What must be printed, on either stream. */
  readonly says?: RegExp
}

export interface KubectlStory {
  readonly name: string
  run(tell: Tell, kubectl: Kubectl): Promise<void>
}

const objects: KubectlStory = {
  name: 'objects',
  run: async (tell) => {
    await tell('a ConfigMap', 'create configmap settings --from-literal=a=1 --from-literal=b=2', {
      says: /configmap\/settings created/,
    })
    await tell('the same again', 'create configmap settings --from-literal=a=1', {
      code: 1,
      says: /already exists/,
    })
    await tell('read', 'get configmap settings')
    await tell('read wide', 'get configmap settings -o wide')
    await tell('read as YAML', 'get configmap settings -o yaml', { says: /a: "1"/ })
    await tell('read by path', 'get configmap settings -o jsonpath={.data.b}', { says: /^2$/ })
    await tell('what is missing', 'get configmap nothing', { code: 1, says: /NotFound/ })
    await tell('described', 'describe configmap settings', { says: /Name: +settings/ })
    await tell('labelled', 'label configmap settings tier=front', { says: /labeled/ })
    await tell('labelled otherwise', 'label configmap settings tier=back', { code: 1 })
    await tell('labelled by force', 'label configmap settings tier=back --overwrite')
    await tell('annotated', 'annotate configmap settings note=hello', { says: /annotate/ })
    await tell('found by label', 'get configmap -l tier=back -o name', { says: /configmap\/settings/ })
    await tell('found by name', 'get configmap --field-selector metadata.name=settings -o name', {
      says: /configmap\/settings/,
    })
    await tell('patched strategically', 'patch configmap settings -p {"data":{"c":"3"}}', { says: /patched/ })
    await tell('patched by merge', 'patch configmap settings --type merge -p {"data":{"c":null}}', {
      says: /patched/,
    })
    await tell(
      'patched by operations',
      'patch configmap settings --type json -p [{"op":"replace","path":"/data/a","value":"9"}]',
      { says: /patched/ },
    )
    await tell('patched without change', 'patch configmap settings --type merge -p {"data":{"a":"9"}}', {
      says: /no change/,
    })
    await tell('a Secret', 'create secret generic hidden --from-literal=password=x')
    await tell('the Secret', 'get secret hidden -o jsonpath={.data.password}', { says: /^eA==$/ })
    await tell('tried only', 'create configmap tried --from-literal=a=1 --dry-run=server -o name', {
      says: /configmap\/tried/,
    })
    await tell('not there', 'get configmap tried', { code: 1 })
    await tell('sorted', 'get configmaps --sort-by=.metadata.name -o name')
    await tell('deleted', 'delete configmap settings', { says: /deleted/ })
    await tell('waited for', 'wait --for=delete configmap/settings --timeout=5s', { since: '1.24' })
    await tell('deleted again', 'delete configmap settings', { code: 1, says: /NotFound/ })
    await tell('deleted if it is there', 'delete configmap settings --ignore-not-found')
    await tell('all deleted', 'delete secrets --all', { says: /hidden/ })
  },
}

const applying: KubectlStory = {
  name: 'applying',
  run: async (tell) => {
    await tell('a Deployment', 'apply -f -', { input: deploymentManifest('nginx:1', 2), says: /created/ })
    await tell('the same', 'apply -f -', { input: deploymentManifest('nginx:1', 2), says: /unchanged/ })
    await tell('another image', 'apply -f -', { input: deploymentManifest('nginx:2', 2), says: /configured/ })
    await tell('last applied', 'apply view-last-applied deployment/web', { says: /nginx:2/ })
    await tell('in a table', 'get deployment web')
    await tell('in a wide table', 'get deployment web -o wide', { says: /nginx:2/ })
    await tell('compared', 'diff -f -', { input: deploymentManifest('nginx:3', 2), code: 1, says: /nginx:3/ })
    await tell('compared to the same', 'diff -f -', { input: deploymentManifest('nginx:2', 2) })
    await tell('scaled', 'scale deployment web --replicas=5', { says: /scaled/ })
    await tell('another image set', 'set image deployment/web web=nginx:4', { says: /image updated/ })
    await tell('environment set', 'set env deployment/web A=1', { says: /updated/ })
    await tell('paused', 'rollout pause deployment/web', { says: /paused/ })
    await tell('resumed', 'rollout resume deployment/web', { says: /resumed/ })
    await tell('restarted', 'rollout restart deployment/web', { says: /restarted/ })
    await tell('exposed', 'expose deployment web --port=80', { says: /exposed/ })
    await tell('the Service', 'get service web')
    await tell('autoscaled', 'autoscale deployment web --max=3 --min=1', { says: /autoscaled/ })
    await tell('on the server', 'apply --server-side -f -', {
      input: configMapManifest('shared', { a: '1' }),
      says: /serverside-applied/,
    })
    await tell('by another, in conflict', 'apply --server-side --field-manager=other -f -', {
      input: configMapManifest('shared', { a: '2' }),
      code: 1,
      says: /conflict/,
    })
    await tell('by another, forced', 'apply --server-side --field-manager=other --force-conflicts -f -', {
      input: configMapManifest('shared', { a: '2' }),
      says: /serverside-applied/,
    })
    await tell('owners', 'get configmap shared --show-managed-fields -o yaml', {
      since: '1.21',
      says: /manager: other/,
    })
    await tell('tried on the server', 'apply --dry-run=server -f -', {
      input: configMapManifest('shared', { a: '3' }),
      says: /server dry run/,
    })
    await tell('an unknown field', 'apply -f -', {
      input: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"odd"},"nonsense":1}',
      code: 1,
      says: /nonsense/,
    })
    await tell('an unknown field, unchecked', 'apply --validate=false -f -', {
      input: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"odd"},"nonsense":1}',
    })
    await tell('an unknown kind', 'apply -f -', {
      input: '{"apiVersion":"nobody.example.org/v1","kind":"Thing","metadata":{"name":"x"}}',
      code: 1,
      says: /no matches for kind/,
    })
    await tell('migrated to the server', 'apply --server-side --force-conflicts -f -', {
      input: deploymentManifest('nginx:5', 1),
      says: /serverside-applied/,
    })
    await tell('deleted by its manifest', 'delete -f -', {
      input: deploymentManifest('nginx:5', 1),
      says: /deleted/,
    })
  },
}

const replacing: KubectlStory = {
  name: 'replacing',
  run: async (tell) => {
    await tell('created', 'create -f -', { input: configMapManifest('edited', { a: '1' }) })
    const read = await tell('read', 'get configmap edited -o json')
    await tell('replaced by what was read and edited', 'replace -f -', {
      input: read.stdout.replace('"a": "1"', '"a": "2"'),
      says: /replaced/,
    })
    await tell('replaced by what is stale', 'replace -f -', {
      input: read.stdout.replace('"a": "1"', '"a": "3"'),
      code: 1,
      says: /Conflict|modified/,
    })
    await tell('replaced without a version', 'replace -f -', {
      input: configMapManifest('edited', { a: '4' }),
      says: /replaced/,
    })
    await tell('replaced by force', 'replace --force -f -', {
      input: configMapManifest('edited', { a: '5' }),
      says: /replaced/,
    })
    await tell('what is missing', 'replace -f -', {
      input: configMapManifest('missing', {}),
      code: 1,
      says: /NotFound/,
    })
    await tell('at last', 'get configmap edited -o jsonpath={.data}', { says: /5/ })
  },
}

const generators: KubectlStory = {
  name: 'generators',
  run: async (tell) => {
    const commands = [
      'create deployment made --image=nginx', 'create job made --image=busybox', 'create cronjob made --image=busybox --schedule=@daily', 'create service clusterip made --tcp=80', 'create service nodeport made-np --tcp=80',
      'create serviceaccount made', 'create role made --verb=get --resource=pods', 'create rolebinding made --role=made --serviceaccount=default:made', 'create quota made --hard=pods=5', 'create ingress made --rule=a.example.com/*=made:80',
      'create poddisruptionbudget made --selector=a=b --min-available=1', 'run made --image=nginx',
    ] // biome-ignore format: a list to read across
    // An older kubectl still makes a CronJob and a budget of groups that are gone.
    const recent = /cronjob|budget/
    for (const command of commands)
      await tell(command, command, recent.test(command) ? { since: '1.24' } : {})
    await tell('all of them', 'get all -o name')
    await tell('Pods', 'get pods -o wide')
    await tell('many kinds at once', 'get sa,role,rolebinding,quota,ingress,pdb -o name')
  },
}

const cluster: KubectlStory = {
  name: 'cluster',
  run: async (tell) => {
    await tell('its version', 'version', { says: /Server Version/ })
    await tell('may I', 'auth can-i create deployments', { says: /yes/ })
    await tell('may somebody', 'auth can-i list secrets --as=somebody', { code: 1, says: /no/ })
    await tell('groups', 'api-versions', { says: /apps\/v1/ })
    await tell('kinds', 'api-resources --api-group=apps', { says: /deployments/ })
    await tell('raw', 'get --raw /readyz', { says: /ok/ })
    await tell('explained', 'explain deployment.spec.replicas', { says: /replicas/i })
    await tell('explained deep', 'explain pod.spec.containers.ports', { says: /containerPort/ })
    await tell('unexplained', 'explain deployment.spec.nonsense', { code: 1 })
    await tell('a Node', 'apply -f -', { input: nodeManifest })
    await tell('cordoned', 'cordon kubectl-node', { says: /cordoned/ })
    await tell('cordoned Node', 'get node kubectl-node', { says: /SchedulingDisabled/ })
    await tell('uncordoned', 'uncordon kubectl-node', { says: /uncordoned/ })
    await tell('tainted', 'taint node kubectl-node key=value:NoSchedule', { says: /tainted/ })
    await tell('untainted', 'taint node kubectl-node key:NoSchedule-', { says: /untainted/ })
    await tell('drained', 'drain kubectl-node', { says: /drained/ })
    await tell('the Node goes', 'delete node kubectl-node')
    await tell('no events', 'events', { since: '1.26', says: /No events found/ })
    await tell('no events listed', 'get events', { says: /No resources found/ })
  },
}

const custom: KubectlStory = {
  name: 'custom',
  run: async (tell) => {
    const group = 'kubectl.example.com'
    await tell('a definition', 'apply -f -', { input: widgetDefinition(group, 'v1'), says: /created/ })
    await tell('established', `wait --for=condition=Established crd/widgets.${group} --timeout=20s`, {
      says: /condition met/,
    })
    await tell('a Widget', 'apply -f -', { input: widgetManifest(group, { size: 1 }), says: /created/ })
    await tell('a Widget changed', 'apply -f -', {
      input: widgetManifest(group, { size: 2 }),
      says: /configured/,
    })
    await tell('a Widget that is wrong', 'apply -f -', {
      input: widgetManifest(group, { size: -1 }),
      code: 1,
      says: /invalid/i,
    })
    await tell('a Widget with a field too many', 'apply -f -', {
      input: widgetManifest(group, { size: 1, nonsense: 1 }),
      code: 1,
      says: /nonsense/,
    })
    await tell('in a table', 'get widgets')
    await tell('in a wide table', 'get wi -o wide', { says: /red/ })
    await tell('described', 'describe widget one', { says: /Kind: +Widget/ })
    await tell('explained', 'explain widget.spec', { says: /What is wanted/ })
    await tell(
      'its status',
      'patch widget one --subresource=status --type=merge -p {"status":{"ready":true,"size":2}}',
      { since: '1.24', says: /patched/ },
    )
    await tell('waited for', 'wait --for=jsonpath={.status.ready}=true widget/one --timeout=5s', {
      since: '1.24',
      says: /condition met/,
    })
    await tell('scaled', 'scale widget one --replicas=7', { says: /scaled/ })
    await tell('strategic patches are refused', 'patch widget one --type=strategic -p {"spec":{"size":3}}', {
      code: 1,
      says: /Unsupported|not supported/i,
    })
    await tell('another stored version', 'apply -f -', {
      input: widgetDefinition(group, 'v2'),
      says: /configured/,
    })
    await tell(
      'read in the first version',
      `get widgets.v1.${group} one -o jsonpath={.apiVersion}/{.spec.size}`,
      { says: /v1\/7/ },
    )
    await tell(
      'read in the second version',
      `get widgets.v2.${group} one -o jsonpath={.apiVersion}/{.spec.size}`,
      { says: /v2\/7/ },
    )
    await tell('applied in the second version', 'apply -f -', {
      input: widgetManifest(group, { size: 9 }, 'v2'),
      says: /configured/,
    })
    await tell('on the server', 'apply --server-side --field-manager=other -f -', {
      input: widgetManifest(group, { size: 11 }),
      code: 1,
      says: /conflict/,
    })
    await tell('the definition goes', `delete crd widgets.${group}`, { says: /deleted/ })
    await tell('and its objects', 'get widgets', {
      code: 1,
      says: /the server doesn't have a resource type|NotFound/,
    })
  },
}

const cascading: KubectlStory = {
  name: 'cascading',
  run: async (tell) => {
    for (const cascade of ['background', 'foreground', 'orphan']) {
      await tell(`an owner for ${cascade}`, 'create -f -', {
        input: configMapManifest(`owner-${cascade}`, {}),
      })
      const { stdout: uid } = await tell(
        `its uid for ${cascade}`,
        `get configmap owner-${cascade} -o jsonpath={.metadata.uid}`,
      )
      await tell(`owned, for ${cascade}`, 'create -f -', {
        input: ownedConfigMap(`owned-${cascade}`, { name: `owner-${cascade}`, uid }),
      })
      await tell(
        `deleted by ${cascade}`,
        `delete configmap owner-${cascade} --cascade=${cascade} --timeout=20s`,
        { says: /deleted/ },
      )
      if (cascade === 'orphan')
        await tell('the orphan stays', 'get configmap owned-orphan -o jsonpath={.metadata.ownerReferences}', {
          says: /^$/,
        })
      else
        await tell(`gone by ${cascade}`, `wait --for=delete configmap/owned-${cascade} --timeout=20s`, {
          since: '1.24',
        })
    }
    await tell('a namespace of its own', 'create namespace kubectl-going')
    await tell('with something in it', '-n kubectl-going create configmap x')
    await tell('deleted whole', 'delete namespace kubectl-going --timeout=30s', { says: /deleted/ })
    await tell('gone', 'get namespace kubectl-going', { code: 1, says: /NotFound/ })
  },
}

const watching: KubectlStory = {
  name: 'watching',
  run: async (tell, kubectl) => {
    await tell('something to watch', 'create -f -', { input: configMapManifest('seen', { a: '1' }) })
    const all = kubectl.start(['get', 'configmaps', '-w', '--no-headers'])
    await all.printed(/seen/)
    const one = kubectl.start(['get', 'configmap', 'seen', '-w', '-o', 'jsonpath={.data.a}{"\\n"}'])
    await one.printed(/^1$/m)
    await tell('a change', 'patch configmap seen --type merge -p {"data":{"a":"2"}}')
    await one.printed(/^2$/m)
    await tell('another', 'create configmap late --from-literal=b=1')
    await all.printed(/late/)
    await tell('an end', 'delete configmap late')
    await all.stop()
    await one.stop()
  },
}

export const kubectlStories: readonly KubectlStory[] = [
  objects,
  applying,
  replacing,
  generators,
  cluster,
  custom,
  cascading,
  watching,
]
