import { at, type Fields, fields, list, same, type Version } from '@sitrep/status'

const localMode = 'ControlPlaneKubeletLocalMode'

/** Whether a KubeadmConfig made its Machine join a cluster, rather than begin one. */
export function isForJoin(config: Fields): boolean {
  const join = at(config, 'joinConfiguration')
  const args = at(join, 'nodeRegistration', 'kubeletExtraArgs')
  return (
    at(join, 'controlPlane') !== undefined || list(args).length > 0 || Object.keys(fields(args)).length > 0
  )
}

/** Whether the KubeadmConfig of a Machine still is what its control plane would make of its own spec. */
export function isConfigUpToDate(current: Fields, wanted: Fields, version: Version): boolean {
  const forJoin = wantedConfig(wanted, version, 'join')
  if (same(comparable(asJoin(current, forJoin), forJoin), comparable(forJoin, forJoin))) return true
  if (isForJoin(current)) return false
  // Init and join may be configured differently; a Machine that began the cluster is measured by the former.
  const forInit = wantedConfig(wanted, version, 'init')
  return same(comparable(current, forInit), comparable(forInit, forInit))
}

function wantedConfig(wanted: Fields, version: Version, goal: 'init' | 'join'): Fields {
  const cluster = fields(wanted['clusterConfiguration'])
  const gates = fields(cluster['featureGates'])
  const defaulted = hasLocalModeGate(version) && gates[localMode] === undefined
  const clusterConfiguration = defaulted
    ? { ...cluster, featureGates: { ...gates, [localMode]: true } }
    : cluster
  const { initConfiguration, joinConfiguration, ...rest } = wanted
  return goal === 'join'
    ? { ...rest, clusterConfiguration, joinConfiguration }
    : { ...rest, clusterConfiguration, initConfiguration }
}

// The gate came with 1.31 and was gone with 1.36.
function hasLocalModeGate({ major, minor }: Version): boolean {
  return major === '1' && Number(minor) >= 31 && Number(minor) < 36
}

/** A configuration that began a cluster, read as if it had joined one. */
function asJoin(current: Fields, wanted: Fields): Fields {
  if (isForJoin(current)) return current
  const init = fields(current['initConfiguration'])
  const { initConfiguration: _init, joinConfiguration, ...rest } = current
  return {
    ...rest,
    joinConfiguration: {
      ...fields(joinConfiguration),
      timeouts: init['timeouts'],
      patches: init['patches'],
      skipPhases: init['skipPhases'],
      nodeRegistration: init['nodeRegistration'],
      controlPlane: { localAPIEndpoint: init['localAPIEndpoint'] },
      caCertPath: at(wanted, 'joinConfiguration', 'caCertPath'),
    },
  }
}

/** A configuration without what may differ from the one that is wanted. */
function comparable(config: Fields, wanted: Fields): unknown {
  const target = fields(wanted['clusterConfiguration'])
  const clusterConfiguration = {
    ...fields(config['clusterConfiguration']),
    controlPlaneEndpoint: target['controlPlaneEndpoint'],
    dns: target['dns'],
  }
  return bare({
    ...config,
    format: config['format'] || 'cloud-config',
    clusterConfiguration,
    initConfiguration: comparableStart(fields(config['initConfiguration'])),
    joinConfiguration: { ...comparableStart(fields(config['joinConfiguration'])), discovery: undefined },
  })
}

function comparableStart(start: Fields): Fields {
  const registration = fields(start['nodeRegistration'])
  return {
    ...start,
    nodeRegistration: { ...registration, imagePullPolicy: registration['imagePullPolicy'] || 'IfNotPresent' },
    timeouts: { ...fields(start['timeouts']), controlPlaneComponentHealthCheckSeconds: undefined },
  }
}

/** Without anything that is empty: a cluster built from it would be the same. No taints at all are a wish of their own. */
function bare(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    return value.length === 0 && name !== 'taints' ? undefined : value.map((entry) => bare(entry))
  }
  if (typeof value !== 'object' || value === null) return value === '' || value === null ? undefined : value
  const entries: (readonly [key: string, kept: unknown])[] = []
  for (const key of Object.keys(value)) {
    const kept = bare((value as Fields)[key], key)
    if (kept !== undefined) entries.push([key, kept])
  }
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
