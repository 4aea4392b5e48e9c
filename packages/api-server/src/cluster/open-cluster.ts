import { assertNamespaceAllows } from '../admission/namespace-lifecycle.ts'
import { admitPod } from '../admission/pod-priority.ts'
import { WebhookConfigurations } from '../admission/webhooks/configuration.ts'
import { createWebhookAdmission } from '../admission/webhooks/webhook-admission.ts'
import type { Authorizer } from '../auth/access.ts'
import { createAdministratorToken } from '../auth/administrator-token.ts'
import type { ClusterAccess } from '../auth/cluster-access.ts'
import { createRbac } from '../auth/rbac.ts'
import { createServiceAccountTokens } from '../auth/service-account-tokens.ts'
import type { TokenReader } from '../auth/token-reader.ts'
import { unauthenticatedGroup } from '../auth/user.ts'
import { assertMayCreate, assertMayGrant } from '../auth/write-rights.ts'
import { startDefinitionController } from '../controllers/definition-controller.ts'
import { type ControllerSwitches, startControllers } from '../controllers/start-controllers.ts'
import { Discovery } from '../discovery/discovery.ts'
import type { Seats } from '../fairness/seats.ts'
import type { KubeObject } from '../json/json.ts'
import { ResourceRegistry } from '../resources/registry.ts'
import type { Resource } from '../resources/resource.ts'
import type { Store } from '../store/store.ts'
import { WatchHub } from '../watch/watch-hub.ts'
import { conversionWebhook } from '../webhooks/conversion-webhook.ts'
import type { ServiceResolver } from '../webhooks/webhook-address.ts'
import { createWebhookClient, type WebhookClient } from '../webhooks/webhook-client.ts'
import { createServerWrites } from '../writes/server-writes.ts'
import type { Admission } from '../writes/write-context.ts'
import type { Cluster, Edge } from './cluster.ts'
import { DocumentCache } from './document-cache.ts'
import type { PodLogs } from './pod-logs.ts'
import type { ServedCluster } from './served-cluster.ts'
import { ensureSystemObjects } from './system-objects.ts'

export interface ClusterOptions {
  readonly name: string
  readonly store: Store
  readonly builtin: readonly Resource[]
  readonly edge: Edge
  /** Tokens that are good in every cluster. */
  readonly readStaticToken: TokenReader
  /** PEM of the key that signs the tokens of service accounts, and that administrators' tokens are derived from. */
  readonly tokenKey: string
  /** `false`: everybody who is known may do everything. */
  readonly rbac: boolean
  readonly controllers: ControllerSwitches
  readonly resolveService: ServiceResolver
  readonly podLogs?: PodLogs
  /** What a request gives back while it waits for a webhook. */
  readonly seats: Seats
  /** Told of what the server's own controllers could not do. */
  readonly report: (error: unknown, where: string) => void
}

/** Puts one cluster together. Resolves when everything exists that a client may count on. */
export async function openCluster(options: ClusterOptions): Promise<ServedCluster> {
  const { name, store, builtin, edge } = options
  const registry = new ResourceRegistry(builtin)
  const watches = new WatchHub(store)
  const { podLogs } = options
  const cluster: Cluster = { name, registry, store, watches, edge, ...(podLogs && { podLogs }) }
  const access = openAccess(cluster, options)
  const documents = new DocumentCache()
  registry.onChange(() => {
    documents.clear()
    watches.endUnless(
      ({ view }) => registry.find(view.resource.group, view.version.name, view.resource.plural) === view,
    )
  })
  const webhooks = openWebhooks(cluster, options)
  const admission: Admission = {
    mutate: (request) => {
      assertNamespaceAllows(request)
      const granted = (
        object: KubeObject | undefined,
      ): KubeObject | undefined | Promise<KubeObject | undefined> => {
        const asking = assertMayGrant(access, { ...request, object })
        return asking === undefined ? object : asking.then(() => object)
      }
      const mutated = webhooks.admission.mutate(admitPod(request))
      return mutated instanceof Promise ? mutated.then(granted) : granted(mutated)
    },
    validate: (request) => {
      assertMayCreate(access.authorize, request)
      return webhooks.admission.validate(request)
    },
  }
  const report = (error: unknown, key: string): void => options.report(error, `${name} ${key}`)
  const definitions = startDefinitionController(
    { cluster, writes: createServerWrites(cluster, admission, 'kube-apiserver'), report },
    (definition) =>
      conversionWebhook(
        { cluster, client: webhooks.client, resolveService: options.resolveService },
        definition,
      ),
  )
  await ensureSystemObjects(cluster, admission)
  const writes = createServerWrites(cluster, admission, 'kube-controller-manager')
  const controllers = [definitions, ...startControllers({ cluster, writes, report }, options.controllers)]
  return {
    cluster,
    prefix: name === '' ? '' : `/clusters/${name}`,
    discovery: new Discovery(registry),
    documents,
    admission,
    access,
    close: async () => {
      webhooks.close()
      watches.close()
      await Promise.all(controllers.map((controller) => controller.close()))
    },
  }
}

interface OpenWebhooks {
  readonly admission: Admission
  readonly client: WebhookClient
  readonly close: () => void
}

function openWebhooks(cluster: Cluster, { resolveService, seats }: ClusterOptions): OpenWebhooks {
  const client = createWebhookClient((party, wait) => seats.aside(party, wait))
  const mutating = new WebhookConfigurations(cluster, 'mutatingwebhookconfigurations')
  const validating = new WebhookConfigurations(cluster, 'validatingwebhookconfigurations')
  return {
    admission: createWebhookAdmission({ client, resolveService, mutating, validating }),
    client,
    close: () => {
      client.close()
      mutating.close()
      validating.close()
    },
  }
}

function openAccess(cluster: Cluster, { readStaticToken, tokenKey, rbac }: ClusterOptions): ClusterAccess {
  const serviceAccounts = createServiceAccountTokens(cluster, tokenKey)
  const own = cluster.name === '' ? undefined : createAdministratorToken(cluster, tokenKey)
  const roles = createRbac(cluster)
  const known: Authorizer = ({ user }) => ({
    allowed: !user.groups.includes(unauthenticatedGroup),
    reason: '',
  })
  return {
    authorize: rbac
      ? roles.authorize
      : (request) => (known(request).allowed ? known(request) : roles.authorize(request)),
    readToken: (token) => readStaticToken(token) ?? own?.read(token) ?? serviceAccounts.read(token),
    ...(own !== undefined && { administratorToken: own.text }),
    serviceAccounts,
    rulesFor: roles.rulesFor,
    rulesOfRole: roles.rulesOfRole,
  }
}
