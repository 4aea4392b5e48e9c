import { X509Certificate } from 'node:crypto'
import type { FieldError } from '../errors/field-error.ts'
import { forbiddenField, invalidValue, notSupported, required } from '../errors/field-errors.ts'
import type { JsonObject } from '../json/json.ts'
import { getOwn, isJsonObject } from '../json/own.ts'
import { dns1035LabelProblems, dns1123SubdomainProblems } from '../schema/dns.ts'
import { parseGoUrl } from '../schema/formats/go-url.ts'
import { repeatedPositions } from '../schema/repeated-positions.ts'
import { objectAt, textAt, textsAt } from './validate-model.ts'

const path = 'spec.conversion'
const reviewVersions = ['v1', 'v1beta1']
const desired = '; desired format: https://host[/path]'

interface ConversionOptions {
  /** One of the review versions must be one that the server speaks. */
  readonly recognised: boolean
  /** A bundle of certificates that cannot be read is left for the server to report later. */
  readonly anyBundle: boolean
}

/** How versions are converted into one another: not at all, or by a webhook that can be reached. */
export function validateConversion(
  conversion: JsonObject | undefined,
  options: ConversionOptions,
): readonly FieldError[] {
  if (!conversion) return []
  const strategy = textAt(conversion, 'strategy')
  const webhook = getOwn(conversion, 'webhook')
  const versions = isJsonObject(webhook) ? textsAt(webhook, 'conversionReviewVersions') : []
  const client = isJsonObject(webhook) ? getOwn(webhook, 'clientConfig') : undefined
  const errors = [...strategyErrors(strategy)]
  if (strategy === 'Webhook') {
    errors.push(...clientErrors(isJsonObject(client) ? client : undefined, options))
    errors.push(...reviewVersionErrors(versions, options))
    return errors
  }
  const words = 'should not be set when strategy is not set to Webhook'
  if (isJsonObject(client)) errors.push(forbiddenField(`${path}.webhookClientConfig`, words))
  if (versions.length > 0) errors.push(forbiddenField(`${path}.conversionReviewVersions`, words))
  return errors
}

function strategyErrors(strategy: string): readonly FieldError[] {
  if (strategy === '') return [required(`${path}.strategy`)]
  const known = ['None', 'Webhook']
  return known.includes(strategy) ? [] : [notSupported(`${path}.strategy`, strategy, known)]
}

function clientErrors(
  client: JsonObject | undefined,
  { anyBundle }: ConversionOptions,
): readonly FieldError[] {
  const at = `${path}.webhookClientConfig`
  if (!client) return [required(at, 'required when strategy is set to Webhook')]
  const url = getOwn(client, 'url')
  const service = getOwn(client, 'service')
  const bundle = anyBundle ? [] : bundleErrors(textAt(client, 'caBundle'), `${at}.caBundle`)
  if ((typeof url === 'string') === isJsonObject(service)) {
    return [required(at, 'exactly one of url or service is required'), ...bundle]
  }
  if (typeof url === 'string') return [...validateWebhookUrl(url, `${at}.url`), ...bundle]
  return [...serviceErrors(objectAt(client, 'service'), `${at}.service`), ...bundle]
}

/** A webhook is reached over https, at a host, with nothing but a path. */
function validateWebhookUrl(text: string, at: string): readonly FieldError[] {
  const url = parseGoUrl(text)
  if ('error' in url) return [required(at, `url must be a valid URL: ${url.error}${desired}`)]
  const { scheme, host, user, fragment, query } = url
  return [
    ...(scheme === 'https'
      ? []
      : [invalidValue(at, scheme, `'https' is the only allowed URL scheme${desired}`)]),
    ...(host === '' ? [invalidValue(at, host, `host must be specified${desired}`)] : []),
    ...(user === '' ? [] : [invalidValue(at, user, 'user information is not permitted in the URL')]),
    ...(fragment === '' ? [] : [invalidValue(at, fragment, 'fragments are not permitted in the URL')]),
    ...(query === '' ? [] : [invalidValue(at, query, 'query parameters are not permitted in the URL')]),
  ]
}

function serviceErrors(service: JsonObject, at: string): readonly FieldError[] {
  const port = getOwn(service, 'port') ?? 443
  const servicePath = getOwn(service, 'path')
  const inRange = typeof port === 'number' && port >= 1 && port <= 65535
  return [
    // kube-apiserver hands name and namespace over in the wrong order, and so reports the one for the other.
    ...(textAt(service, 'namespace') === '' ? [required(`${at}.name`)] : []),
    ...(textAt(service, 'name') === '' ? [required(`${at}.namespace`)] : []),
    ...(inRange
      ? []
      : [invalidValue(`${at}.port`, port, 'port is not valid: must be between 1 and 65535, inclusive')]),
    ...(typeof servicePath === 'string' ? servicePathErrors(servicePath, `${at}.path`) : []),
  ]
}

function servicePathErrors(text: string, at: string): readonly FieldError[] {
  if (text === '' || text === '/') return []
  if (text === '//') return [invalidValue(at, text, 'segment[0] may not be empty')]
  const segments = text.slice(1).replace(/\/$/, '').split('/')
  return [
    ...(text.startsWith('/') ? [] : [invalidValue(at, text, "must start with a '/'")]),
    ...segments.flatMap((segment, index) => {
      if (segment === '') return [invalidValue(at, text, `segment[${index}] may not be empty`)]
      return dns1123SubdomainProblems(segment).map((words) =>
        invalidValue(at, text, `segment[${index}]: ${words}`),
      )
    }),
  ]
}

function bundleErrors(bundle: string, at: string): readonly FieldError[] {
  if (bundle === '' || readsAsCertificate(bundle)) return []
  return [invalidValue(at, bundle, 'unable to load root certificates: unable to parse bytes as PEM block')]
}

function readsAsCertificate(bundle: string): boolean {
  try {
    return new X509Certificate(Buffer.from(bundle, 'base64')).subject !== undefined
  } catch {
    // Whatever the platform finds wrong with the certificate, it cannot be used.
    return false
  }
}

function reviewVersionErrors(
  versions: readonly string[],
  { recognised }: ConversionOptions,
): readonly FieldError[] {
  const at = `${path}.conversionReviewVersions`
  if (versions.length === 0) return [required(at)]
  const repeated = repeatedPositions(versions)
  const errors = versions.flatMap((version, index) => {
    if (repeated.has(index)) return [invalidValue(`${at}[${index}]`, version, 'duplicate version')]
    return dns1035LabelProblems(version).map((words) => invalidValue(`${at}[${index}]`, version, words))
  })
  if (!recognised || hasKnownReviewVersion(versions)) return errors
  return [...errors, invalidValue(at, versions, `must include at least one of ${reviewVersions.join(', ')}`)]
}

export function hasKnownReviewVersion(versions: readonly string[]): boolean {
  return versions.some((version) => reviewVersions.includes(version))
}
