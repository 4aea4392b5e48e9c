import { get, type Json, patch, post, type Request, remove, tableAccept } from '../exchange.ts'
import { at, isObject, listAt, textAt } from '../json-answer.ts'
import type { Api, Story } from '../story.ts'
import { openWebhookServer, type Reviewer, type WebhookServer } from '../webhook-server.ts'
import { configMap, custom, definition, install, type JsonObject } from './objects.ts'

const registration = '/apis/admissionregistration.k8s.io/v1'

function answer(review: Json, response: JsonObject): { body: Json } {
  return {
    body: {
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      response: { uid: textAt(review, 'request.uid'), ...response },
    },
  }
}

const annotate =
  (name: string): Reviewer =>
  (review) => {
    const patches = [
      ...(at(review, 'request.object.metadata.annotations') === undefined
        ? [{ op: 'add', path: '/metadata/annotations', value: {} }]
        : []),
      { op: 'add', path: `/metadata/annotations/${name}`, value: textAt(review, 'request.operation') },
    ]
    return answer(review, {
      allowed: true,
      patchType: 'JSONPatch',
      patch: Buffer.from(JSON.stringify(patches)).toString('base64'),
    })
  }

const reviewers: Readonly<Record<string, Reviewer>> = {
  '/allow': (review) => answer(review, { allowed: true }),
  '/warn': (review) => answer(review, { allowed: true, warnings: ['mind the gap', 'and the "quotes"'] }),
  '/deny': (review) => answer(review, { allowed: false }),
  '/deny-with-message': (review) => answer(review, { allowed: false, status: { message: 'not today' } }),
  '/deny-with-code': (review) =>
    answer(review, { allowed: false, status: { code: 403, reason: 'Forbidden', message: 'never' } }),
  '/deny-with-reason': (review) => answer(review, { allowed: false, status: { reason: 'Because' } }),
  '/annotate': annotate('first'),
  '/annotate-again': annotate('second'),
  '/bad-patch': (review) =>
    answer(review, {
      allowed: true,
      patchType: 'JSONPatch',
      patch: Buffer.from('[{"op":"remove","path":"/nothing"}]').toString('base64'),
    }),
  '/patch-without-type': (review) =>
    answer(review, { allowed: true, patch: Buffer.from('[]').toString('base64') }),
  '/invalid-object': (review) =>
    answer(review, {
      allowed: true,
      patchType: 'JSONPatch',
      patch: Buffer.from('[{"op":"add","path":"/metadata/labels","value":{"a":"not valid!"}}]').toString(
        'base64',
      ),
    }),
  '/other-uid': () => ({
    body: {
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      response: { uid: 'other', allowed: true },
    },
  }),
  '/no-response': () => ({ body: { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' } }),
  '/no-json': () => ({ body: 'hello' }),
  '/other-kind': () => ({ body: { apiVersion: 'v1', kind: 'ConfigMap' } }),
  '/error': () => ({ status: 500, body: 'broken' }),
  '/slow': () => undefined,
}

interface Hook {
  readonly kind: 'validating' | 'mutating'
  readonly path: string
  readonly more?: JsonObject
}

/** A configuration that looks only at this story's namespace, and at ConfigMaps whose label names the path. */
function configuration(api: Api, server: WebhookServer, { kind, path, more = {} }: Hook): JsonObject {
  const name = path.slice(1)
  return {
    metadata: { name: `${api.namespace}-${name}` },
    webhooks: [
      {
        name: `${name}.${kind}.example.com`,
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        clientConfig: server.client(path),
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': api.namespace } },
        objectSelector: { matchLabels: { hook: name } },
        rules: [
          { apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps', 'pods/*'] },
        ],
        ...more,
      },
    ],
  }
}

async function register(api: Api, server: WebhookServer, hook: Hook): Promise<void> {
  await api.quietly(
    post(`${registration}/${hook.kind}webhookconfigurations`, configuration(api, server, hook)),
  )
  const probe = post(
    `${api.path('configmaps')}?dryRun=All`,
    configMap('probe', {}, { hook: hook.path.slice(1) }),
  )
  const before = server.received(hook.path).length
  await api.settled(probe, () => server.received(hook.path).length > before)
}

const hooked = (name: string, path: string): JsonObject => configMap(name, {}, { hook: path.slice(1) })

async function withServer(
  tell: (server: WebhookServer) => Promise<void>,
  own: Readonly<Record<string, Reviewer>> = reviewers,
): Promise<void> {
  const server = await openWebhookServer(own)
  try {
    await tell(server)
  } finally {
    await server.close()
  }
}

const verdicts: Story = {
  name: 'webhooks/verdicts',
  run: (api) =>
    withServer(async (server) => {
      const all = api.path('configmaps')
      const paths = Object.keys(reviewers).filter((path) => !path.startsWith('/annotate'))
      for (const path of paths) {
        const mutating = path.includes('patch') || path === '/invalid-object'
        await register(api, server, {
          kind: mutating ? 'mutating' : 'validating',
          path,
          more: path === '/slow' ? { timeoutSeconds: 1 } : {},
        })
        await api.step(`created with ${path}`, post(all, hooked(`c${path.replaceAll('/', '-')}`, path)))
      }
      for (const path of ['/error', '/slow', '/no-json', '/other-uid']) {
        await api.quietly(
          patch('json', `${registration}/validatingwebhookconfigurations/${api.namespace}-${path.slice(1)}`, [
            { op: 'replace', path: '/webhooks/0/failurePolicy', value: 'Ignore' },
          ]),
        )
        const create = post(`${all}?dryRun=All`, hooked('ignored', path))
        await api.settled(create, ({ status }) => status === 201)
        await api.step(`ignored ${path}`, create)
      }
    }),
}

/** A review as a webhook gets it, apart from what no two servers share. */
function reviewed(review: Json): Json {
  const request = at(review, 'request')
  return isObject(request)
    ? {
        ...request,
        userInfo: {
          username: textAt(request, 'userInfo.username'),
          groups: at(request, 'userInfo.groups') ?? null,
        },
      }
    : review
}

const reviews: Story = {
  name: 'webhooks/reviews',
  run: (api) =>
    withServer(async (server) => {
      const all = api.path('configmaps')
      await register(api, server, { kind: 'validating', path: '/allow' })
      const before = server.received('/allow').length
      const steps: Record<string, Request> = {
        created: post(all, hooked('seen', '/allow')),
        updated: patch('merge', `${all}/seen`, { data: { a: '1' } }),
        applied: patch('apply', `${all}/seen?fieldManager=m`, {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          ...hooked('seen', '/allow'),
          data: { b: '1' },
        }),
        tried: patch('merge', `${all}/seen?dryRun=All`, { data: { a: '2' } }),
        unchanged: patch('merge', `${all}/seen`, {}),
        deleted: remove(`${all}/seen`, { propagationPolicy: 'Background' }),
        'made up': post(all, { metadata: { generateName: 'made-', labels: { hook: 'allow' } } }),
      }
      for (const [because, request] of Object.entries(steps)) await api.step(because, request)
      await api.step('all deleted', remove(all, undefined, { query: 'labelSelector=hook=allow' }))
      api.note('the reviews', server.received('/allow').slice(before).map(reviewed))
    }),
}

const mutations: Story = {
  name: 'webhooks/mutations',
  run: (api) =>
    withServer(async (server) => {
      const all = api.path('configmaps')
      await register(api, server, {
        kind: 'mutating',
        path: '/annotate',
        more: { reinvocationPolicy: 'IfNeeded' },
      })
      await register(api, server, {
        kind: 'mutating',
        path: '/annotate-again',
        more: { objectSelector: { matchLabels: { hook: 'annotate' } } },
      })
      const calls = (): number => server.received('/annotate').length
      const before = calls()
      await api.step('created', post(all, hooked('c', '/annotate')))
      api.note('asked how often', calls() - before)
      await api.step('updated', patch('merge', `${all}/c`, { data: { a: '1' } }))
      await api.step(
        'applied',
        patch('apply', `${all}/c?fieldManager=m`, {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          ...hooked('c', '/annotate'),
          data: { b: '1' },
        }),
      )
      await api.step('read', get(`${all}/c`))
      await api.step('not selected', post(all, configMap('other')))
      const condition = {
        matchConditions: [{ name: 'named', expression: 'object.metadata.name == "chosen"' }],
      }
      await api.quietly(
        patch('merge', `${registration}/mutatingwebhookconfigurations/${api.namespace}-annotate`, {
          webhooks: [
            {
              ...(listAt(
                configuration(api, server, { kind: 'mutating', path: '/annotate' }),
                'webhooks',
              )[0] as JsonObject),
              ...condition,
            },
          ],
        }),
      )
      await api.settled(
        post(`${all}?dryRun=All`, hooked('unchosen', '/annotate')),
        ({ body }) => at(body, 'metadata.annotations.first') === undefined,
      )
      await api.step('chosen by a condition', post(all, hooked('chosen', '/annotate')))
      await api.step('not chosen by a condition', post(all, hooked('unchosen', '/annotate')))
    }),
}

const conversionGroup = 'converted.example.com'

/** Renames `spec.size` of v1 to `spec.length` of v2 and back. */
const convert: Reviewer = (review) => {
  const version = textAt(review, 'request.desiredAPIVersion')
  const convertedObjects = listAt(review, 'request.objects').map((object) => {
    if (!isObject(object)) return object
    const { size, length, ...rest } = (object['spec'] ?? {}) as { readonly [key: string]: Json }
    const value = size ?? length ?? 0
    const metadata = { ...(object['metadata'] as JsonObject), annotations: { converted: version } }
    return {
      ...object,
      apiVersion: version,
      metadata,
      spec: version.endsWith('v2') ? { ...rest, length: value } : { ...rest, size: value },
    }
  })
  const failed = JSON.stringify(review).includes('"name":"unconvertible"')
  const response = failed
    ? { result: { status: 'Failure', message: 'cannot be converted' } }
    : { result: { status: 'Success' }, convertedObjects }
  return {
    body: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      response: { uid: textAt(review, 'request.uid'), ...response },
    },
  }
}

const conversion: Story = {
  name: 'webhooks/conversion',
  run: (api) =>
    withServer(
      async (server) => {
        const keep = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
        const versions = ['v1', 'v2'].map((name) => ({
          name,
          served: true,
          storage: name === 'v1',
          schema: keep,
          subresources: { status: {} },
        }))
        const webhook = { conversionReviewVersions: ['v1'], clientConfig: server.client('/convert') }
        await install(
          api,
          definition({
            group: conversionGroup,
            versions,
            spec: { conversion: { strategy: 'Webhook', webhook } },
          }),
        )
        const path = (version: string): string => api.path(`${conversionGroup}/${version} widgets`)
        const inSecond = (name: string, spec: JsonObject): JsonObject => ({
          apiVersion: `${conversionGroup}/v2`,
          kind: 'Widget',
          metadata: { name },
          spec,
        })
        await api.step(
          'created in the first',
          post(path('v1'), custom(conversionGroup, 'a', { spec: { size: 1 } })),
        )
        await api.step('read in the second', get(`${path('v2')}/a`))
        await api.step('created in the second', post(path('v2'), inSecond('b', { length: 2 })))
        await api.step('read in the first', get(`${path('v1')}/b`))
        await api.step('listed in the second', get(path('v2')))
        await api.step('as a table of the second', get(path('v2'), { accept: tableAccept }))
        await api.step('patched in the second', patch('merge', `${path('v2')}/a`, { spec: { length: 5 } }))
        await api.step(
          'status in the second',
          patch('merge', `${path('v2')}/a/status`, { status: { ok: true } }),
        )
        await api.step(
          'applied in the second',
          patch('apply', `${path('v2')}/a?fieldManager=m&force=true`, inSecond('a', { length: 6 })),
        )
        const { body } = await api.quietly(get(path('v2')))
        const watch = await api.watch(
          'watched in the second',
          get(path('v2'), {
            query: `watch=true&resourceVersion=${textAt(body, 'metadata.resourceVersion')}`,
          }),
        )
        await api.quietly(patch('merge', `${path('v1')}/a`, { spec: { size: 7 } }))
        await watch.arrived(1)
        await watch.close()
        await api.step('what cannot be converted', post(path('v2'), inSecond('unconvertible', {})))
        await api.step('deleted through the second', remove(`${path('v2')}/b`))
        api.note(
          'a review',
          server
            .received('/convert')
            .slice(0, 1)
            .map((review) => at(review, 'request') ?? null),
        )
      },
      { '/convert': convert },
    ),
}

export const webhookStories: readonly Story[] = [verdicts, reviews, mutations, conversion]
