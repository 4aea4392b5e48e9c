import type { Column } from './column.ts'
import type { SettingValues } from './family/setting.ts'
import type { Profile } from './profile.ts'
import type { OpenApi } from './schema/open-api.ts'

/** Where an API server finds whoever converts: `service` or `url`, as `apiextensions.k8s.io/v1` has it. */
export interface WebhookClientConfig {
  readonly url?: string
  readonly caBundle?: string
  readonly service?: {
    readonly namespace: string
    readonly name: string
    readonly path?: string
    readonly port?: number
  }
}

/** What a family is told before it makes its CRDs. */
export interface CrdOptions {
  readonly profile: Profile
  /** What may be set from outside, as far as it decides what the CRDs look like. */
  readonly settings?: SettingValues
  /**
   * Who converts between versions. Without anybody only the stored one is served: an API server that converts by itself
   * changes nothing but the version, and would hand out what the others never looked like.
   */
  readonly conversion?: WebhookClientConfig
}

/** A CustomResourceDefinition, ready to be applied. */
export interface CustomResourceDefinition {
  readonly apiVersion: 'apiextensions.k8s.io/v1'
  readonly kind: 'CustomResourceDefinition'
  readonly metadata: {
    readonly name: string
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
  }
  readonly spec: CrdSpec
}

interface CrdSpec {
  readonly group: string
  readonly names: Readonly<Record<string, unknown>>
  readonly scope: 'Namespaced' | 'Cluster'
  readonly versions: readonly CrdVersion[]
  readonly conversion: Readonly<Record<string, unknown>>
}

/** One version of a CustomResourceDefinition; exactly one of them is stored. */
export interface CrdVersion {
  readonly name: string
  readonly served: boolean
  readonly storage: boolean
  /** Whoever uses it is warned with the text beside it. */
  readonly deprecated?: true
  readonly deprecationWarning?: string
  readonly schema: { readonly openAPIV3Schema: OpenApi }
  readonly subresources: Readonly<Record<string, unknown>>
  readonly additionalPrinterColumns: readonly Column[]
}

/** Says for which language a CRD of ours is made; those of the released system say nothing. */
export const profileLabel = 'sitrep.dev/profile'
