import {
  genuineDefinitions,
  genuineWebhooks,
  type ManifestObject,
  type ProgramName,
  programNames,
} from './genuine-files.ts'

/** Where the webhooks of the programs listen, and who vouches for them. */
export interface WebhookPlaces {
  readonly port: (program: ProgramName) => number
  /** PEM of the authority that signed the certificates of all of them. */
  readonly authority: string
}

/**
 * Everything that has to be applied before the programs start: definitions that convert through them, and configurations of their
 * webhooks. Released manifests reach a program through a Service in the cluster; here it listens on the loopback beside the API server.
 */
export async function installation(places: WebhookPlaces): Promise<readonly ManifestObject[]> {
  const parts = programNames.map(async (program) => {
    const client = clientOf(program, places)
    const definitions = (await genuineDefinitions(program)) ?? []
    const webhooks = await genuineWebhooks(program)
    return [
      ...definitions.map((definition) => convertedBy(definition, client('/convert'))),
      ...webhooks.map((configuration) => reachedAt(configuration, program, client)),
    ]
  })
  return (await Promise.all(parts)).flat()
}

type ClientOf = (path: string) => { readonly url: string; readonly caBundle: string }

const clientOf =
  (program: ProgramName, { port, authority }: WebhookPlaces): ClientOf =>
  (path) => ({
    url: `https://127.0.0.1:${port(program)}${path}`,
    caBundle: Buffer.from(authority).toString('base64'),
  })

function convertedBy(definition: ManifestObject, clientConfig: object): ManifestObject {
  const conversion = { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } }
  return { ...definition, spec: { ...(definition['spec'] as object), conversion } }
}

interface Webhook {
  readonly clientConfig: { readonly service: { readonly path: string } }
}

function reachedAt(configuration: ManifestObject, program: ProgramName, client: ClientOf): ManifestObject {
  const webhooks = configuration['webhooks'] as readonly Webhook[]
  return {
    ...configuration,
    // All modules give theirs the same name.
    metadata: { ...configuration.metadata, name: `${program}-${configuration.metadata.name}` },
    webhooks: webhooks.map((webhook) => ({
      ...webhook,
      clientConfig: client(webhook.clientConfig.service.path),
    })),
  }
}
