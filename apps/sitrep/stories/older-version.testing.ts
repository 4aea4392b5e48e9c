/** A small fleet as most manifests still have it: v1beta1, references with versions, an empty selector. */
export const olderFleet = `
apiVersion: v1
kind: Namespace
metadata: { name: old }
---
apiVersion: cluster.x-k8s.io/v1beta1
kind: Cluster
metadata: { name: shop, namespace: old }
spec:
  clusterNetwork: { pods: { cidrBlocks: [192.168.0.0/16] } }
  controlPlaneRef: { apiVersion: controlplane.cluster.x-k8s.io/v1beta1, kind: KubeadmControlPlane, name: shop-cp, namespace: old }
  infrastructureRef: { apiVersion: infrastructure.cluster.x-k8s.io/v1beta1, kind: SimulatedCluster, name: shop, namespace: old }
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
kind: SimulatedCluster
metadata: { name: shop, namespace: old }
spec: {}
---
apiVersion: controlplane.cluster.x-k8s.io/v1beta1
kind: KubeadmControlPlane
metadata: { name: shop-cp, namespace: old }
spec:
  replicas: 1
  version: v1.36.0
  rolloutStrategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 1 } }
  machineTemplate:
    nodeDrainTimeout: 5m
    infrastructureRef: { apiVersion: infrastructure.cluster.x-k8s.io/v1beta1, kind: SimulatedMachineTemplate, name: shop, namespace: old }
  kubeadmConfigSpec: {}
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
kind: SimulatedMachineTemplate
metadata: { name: shop, namespace: old }
spec: { template: { spec: {} } }
---
apiVersion: cluster.x-k8s.io/v1beta1
kind: MachineDeployment
metadata: { name: shop-web, namespace: old }
spec:
  clusterName: shop
  replicas: 1
  selector: { matchLabels: {} }
  strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
  template:
    spec:
      clusterName: shop
      version: v1.36.0
      bootstrap:
        configRef: { apiVersion: bootstrap.cluster.x-k8s.io/v1beta1, kind: KubeadmConfigTemplate, name: shop-web }
      infrastructureRef: { apiVersion: infrastructure.cluster.x-k8s.io/v1beta1, kind: SimulatedMachineTemplate, name: shop }
---
apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
kind: KubeadmConfigTemplate
metadata: { name: shop-web, namespace: old }
spec: { template: { spec: {} } }
---
apiVersion: cluster.x-k8s.io/v1beta1
kind: MachineHealthCheck
metadata: { name: shop, namespace: old }
spec:
  clusterName: shop
  maxUnhealthy: 40%
  nodeStartupTimeout: 10m
  selector: { matchLabels: { cluster.x-k8s.io/deployment-name: shop-web } }
  unhealthyConditions: [{ type: Ready, status: Unknown, timeout: 300s }]
`
