import { at, fields, type KubeObject, list, type ShapeDefinition } from '@sitrep/status'
import { bundlesKind, distroReleaseKind } from './kinds.ts'

/** What is kept of Bundles: they name hundreds of images, of which two are ever looked at. */
function keepBundles(bundles: KubeObject): KubeObject {
  const versionsBundles = list(at(bundles.spec, 'versionsBundles')).map((one) => {
    const { kubeVersion, eksD, cilium } = fields(one)
    return { kubeVersion, eksD: { name: at(eksD, 'name') }, cilium }
  })
  return { ...bundles, spec: { number: at(bundles.spec, 'number'), versionsBundles } }
}

/** What is kept of a release of EKS Distro: which images it names. */
function keepDistro(release: KubeObject): KubeObject {
  const components = list(at(release.status, 'components')).map((component) => ({
    assets: list(at(component, 'assets'))
      .filter((asset) => at(asset, 'image') !== undefined)
      .map((asset) => ({ name: at(asset, 'name'), image: {} })),
  }))
  return { ...release, spec: { channel: at(release.spec, 'channel') }, status: { components } }
}

/** What of an object is worth remembering. */
export const shapes: readonly ShapeDefinition[] = [
  { kind: bundlesKind, keep: keepBundles },
  { kind: distroReleaseKind, keep: keepDistro },
]
