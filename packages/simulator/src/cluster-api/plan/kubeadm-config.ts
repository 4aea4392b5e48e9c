import { at, type Fields, fields, type KubeObject } from '@sitrep/status'

const localMode = 'ControlPlaneKubeletLocalMode'

/** How a control plane wants kubeadm to be run, with the gate that it adds for the versions that know it. */
export function kubeadmConfigSpec(controlPlane: KubeObject, version: string): Fields {
  const wanted = fields(at(controlPlane.spec, 'kubeadmConfigSpec'))
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(version) ?? []
  const knowsGate = major === '1' && Number(minor) >= 31 && Number(minor) < 36
  const configuration = fields(wanted['clusterConfiguration'])
  const gates = fields(configuration['featureGates'])
  if (!knowsGate || gates[localMode] !== undefined) return wanted
  return {
    ...wanted,
    clusterConfiguration: { ...configuration, featureGates: { ...gates, [localMode]: true } },
  }
}

/** The part that the Machine which begins a cluster needs, or that of those which join it. */
export function joinOrInit(config: Fields, goal: 'init' | 'join'): Fields {
  const { initConfiguration, joinConfiguration, ...rest } = config
  if (goal === 'init') return { ...rest, initConfiguration: fields(initConfiguration) }
  const join = fields(joinConfiguration)
  return { ...rest, joinConfiguration: { ...join, controlPlane: fields(join['controlPlane']) } }
}
