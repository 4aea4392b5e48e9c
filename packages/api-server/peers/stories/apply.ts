import type { Body } from '../exchange.ts'
import {
  apply,
  applyForced,
  get,
  type Json,
  patch,
  post,
  put,
  type Request,
  remove,
  withQuery,
} from '../exchange.ts'
import type { Story } from '../story.ts'
import { applyListStories } from './apply-lists.ts'
import { configMap, deployment, type JsonObject, podTemplate } from './objects.ts'

const empties: Story = {
  name: 'apply/empties',
  run: async (api) => {
    const role = (rule: JsonObject): JsonObject => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'r' },
      rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], ...rule }],
    })
    const roles = api.path('rbac.authorization.k8s.io/v1 roles')
    await api.step('a role', post(withQuery(roles, 'fieldManager=alice'), role({})))
    const again = withQuery(`${roles}/r`, 'fieldManager=bob')
    await api.step('the same put', put(again, role({})))
    await api.step('put with an empty list inside', put(again, role({ resourceNames: [] })))
    await api.step('put with a null inside', put(again, role({ resourceNames: null })))
    const one = api.path('configmaps/c')
    const labelled = (labels: Json): JsonObject => ({ ...configMap('c'), metadata: { name: 'c', labels } })
    await api.step('empty labels applied', apply('alice', one, labelled({})))
    await api.step('null labels applied', apply('bob', one, labelled(null)))
    await api.step('labels applied by another', apply('carol', one, labelled({ a: 'b' })))
    await api.step('empty labels applied again', apply('alice', one, labelled({})))
  },
}

const managers: Story = {
  name: 'apply/managers',
  run: async (api) => {
    const one = api.path('configmaps/c')
    const steps: Record<string, Request> = {
      'created by apply': apply('alice', one, configMap('c', { a: '1', b: '1' })),
      'the same again': apply('alice', one, configMap('c', { a: '1', b: '1' })),
      'another manager, another field': apply('bob', one, configMap('c', { z: '1' })),
      'another manager, the same value': apply('bob', one, configMap('c', { z: '1', a: '1' })),
      'another manager, another value': apply('bob', one, configMap('c', { z: '1', b: '2' })),
      'conflicts in two fields': apply('carol', one, configMap('c', { a: '9', b: '9' })),
      forced: applyForced('bob', one, configMap('c', { z: '1', b: '2' })),
      'alice wants it back': apply('alice', one, configMap('c', { a: '1', b: '1' })),
      'a field given up that another owns too': apply('alice', one, configMap('c', {})),
      'a field given up that nobody else owns': apply('bob', one, configMap('c', { b: '2' })),
      labels: apply('dave', one, configMap('c', {}, { l: '1' })),
      'an update takes a field': patch('merge', withQuery(one, 'fieldManager=editor'), { data: { b: '7' } }),
      'a conflict with an update': apply('bob', one, configMap('c', { b: '2' })),
      'agreeing with an update': apply('bob', one, configMap('c', { b: '7' })),
      'an update by the same name': patch('merge', withQuery(one, 'fieldManager=bob'), { data: { n: '1' } }),
      'an apply by the name of an update': apply('editor', one, configMap('c', { b: '7', e: '1' })),
      'an update removes a field': patch('merge', withQuery(one, 'fieldManager=editor'), {
        data: { e: null },
      }),
      'a dry apply': apply('dry', withQuery(one, 'dryRun=All'), configMap('c', { dry: '1' })),
      'a put takes all that it changes': put(
        withQuery(one, 'fieldManager=putter'),
        configMap('c', { only: '1' }),
      ),
      'all there is': get(one),
      'managedFields cleared': patch('merge', one, { metadata: { managedFields: [{}] } }),
      'apply after that': apply('alice', one, configMap('c', { only: '1' })),
      'a conflict with what was there before': apply('alice', one, configMap('c', { only: '2' })),
      'an empty list clears too': put(one, {
        ...configMap('c', { x: '1' }),
        metadata: { name: 'c', managedFields: [] },
      }),
      'the end': get(one),
    }
    for (const [because, request] of Object.entries(steps)) await api.step(because, request)
  },
}

const refused: Story = {
  name: 'apply/refused',
  run: async (api) => {
    const one = api.path('configmaps/c')
    const bodies: Record<string, Body> = {
      'no apiVersion': { kind: 'ConfigMap', metadata: { name: 'c' } },
      'no kind': { apiVersion: 'v1', metadata: { name: 'c' } },
      'another apiVersion': { apiVersion: 'apps/v1', kind: 'ConfigMap', metadata: { name: 'c' } },
      'another kind': { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'c' } },
      'another name': configMap('other'),
      'no name': { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} },
      'no metadata': { apiVersion: 'v1', kind: 'ConfigMap' },
      managedFields: {
        ...configMap('c'),
        metadata: {
          name: 'c',
          managedFields: [
            { manager: 'x', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} },
          ],
        },
      },
      'a version of what is missing': { ...configMap('c'), metadata: { name: 'c', resourceVersion: '5' } },
      'a uid': { ...configMap('c'), metadata: { name: 'c', uid: 'x' } },
      'an unknown field': { ...configMap('c'), nonsense: 1 },
      'a wrong type': { ...configMap('c'), data: { a: 1 } },
      'no YAML': { raw: 'a: [' },
      nothing: { raw: '' },
      'a list': [],
      'a text': 'text',
      YAML: {
        raw: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  yes: "on"\n  number: "0777"\n',
      },
      'YAML with a key twice': {
        raw: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: "1", a: "2"}\n',
      },
      'YAML with two documents': {
        raw: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n---\napiVersion: v1\n',
      },
      'YAML with an anchor': {
        raw: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: &x "1", b: *x}\n',
      },
      'null members': { ...configMap('c'), data: null },
      'null values': { ...configMap('c'), data: { a: null } },
    }
    for (const [because, body] of Object.entries(bodies)) await api.step(because, apply('m', one, body))
    const queries: Record<string, string> = {
      'no manager': '',
      'an empty manager': 'fieldManager=',
      'a long manager': `fieldManager=${'m'.repeat(129)}`,
      'a manager of 128': `fieldManager=${'m'.repeat(128)}`,
      'a manager that is not printable': 'fieldManager=a%0Ab',
      'force that is no boolean': 'fieldManager=m&force=perhaps',
      'force of false': 'fieldManager=m&force=false',
      Strict: 'fieldManager=m&fieldValidation=Strict',
      'an unknown validation': 'fieldManager=m&fieldValidation=Sometimes',
      'dryRun of nonsense': 'fieldManager=m&dryRun=Perhaps',
    }
    for (const [because, query] of Object.entries(queries))
      await api.step(because, patch('apply', withQuery(one, query), configMap('c', { q: '1' })))
    await api.step(
      'Strict and an unknown field',
      patch('apply', withQuery(one, 'fieldManager=m&fieldValidation=Strict'), {
        ...configMap('c'),
        nonsense: 1,
      }),
    )
    await api.step(
      'Ignore and an unknown field',
      patch('apply', withQuery(one, 'fieldManager=m&fieldValidation=Ignore'), {
        ...configMap('c'),
        nonsense: 1,
      }),
    )
  },
}

const managersOf = (body: Json): Json => [...(JSON.stringify(body).match(/"manager":"[^"]*"/g) ?? [])].sort()

const manyManagers: Story = {
  name: 'apply/many-updates',
  run: async (api) => {
    const one = api.path('configmaps/c')
    await api.quietly(post(api.path('configmaps'), configMap('c', { start: '1' })))
    for (let index = 0; index < 14; index++) {
      const manager = `updater-${String(index).padStart(2, '0')}`
      await api.quietly(
        patch('merge', withQuery(one, `fieldManager=${manager}`), { data: { [`k${index}`]: '1' } }),
      )
    }
    await api.step('the oldest updates are merged', get(one), managersOf)
    await api.step(
      'a manager too long',
      patch('merge', withQuery(one, `fieldManager=${'u'.repeat(129)}`), { data: { long: '1' } }),
    )
    await api.quietly(post(api.path('configmaps'), configMap('d')))
    for (const agent of ['curl/8.1', 'kubectl/v1.33.1 (linux/amd64)', 'no-slash', '']) {
      const request = patch('merge', api.path('configmaps/d'), { data: { [`by-${agent.length}`]: '1' } })
      await api.step(
        `an update by ${agent}`,
        { ...request, headers: { ...request.headers, 'user-agent': agent } },
        managersOf,
      )
    }
  },
}

const clientSide: Story = {
  name: 'apply/from-client-side',
  run: async (api) => {
    const one = api.path('apps/v1 deployments/d')
    const manifest = deployment('d', { replicas: 2, template: podTemplate('d', 'one:1') })
    const last = { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(manifest) }
    const annotated = { ...manifest, metadata: { name: 'd', annotations: last } }
    await api.step(
      'as kubectl apply creates',
      post(withQuery(api.path('apps/v1 deployments'), 'fieldManager=kubectl-client-side-apply'), annotated),
    )
    await api.step(
      'as kubectl apply --server-side continues',
      apply('kubectl', one, deployment('d', { replicas: 3, template: podTemplate('d', 'two:1') })),
    )
    await api.step(
      'a conflict by another',
      apply('other', one, deployment('d', { replicas: 4, template: podTemplate('d', 'two:1') })),
    )
    await api.step(
      'once more',
      apply('kubectl', one, deployment('d', { replicas: 5, template: podTemplate('d', 'two:1') })),
    )
    await api.step('gone', remove(one))
  },
}

export const applyStories: readonly Story[] = [
  empties,
  managers,
  refused,
  ...applyListStories,
  manyManagers,
  clientSide,
]
