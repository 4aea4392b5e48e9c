import type { JsonObject } from './objects.ts'
import type { BuiltIn } from './workload-kinds.ts'

const ports: readonly JsonObject[] = [{ port: 80 }]
const backend: JsonObject = { service: { name: 's', port: { number: 80 } } }

export const serviceKinds: Readonly<Record<string, BuiltIn>> = {
  Service: {
    resource: 'services',
    least: { spec: { ports } },
    others: {
      'without ports': { spec: {} },
      'without ports and headless': { spec: { clusterIP: 'None' } },
      'of two ports without names': { spec: { ports: [{ port: 80 }, { port: 81 }] } },
      'of two ports': {
        spec: {
          ports: [
            { port: 80, name: 'a' },
            { port: 80, name: 'b', protocol: 'UDP', targetPort: 'x' },
          ],
          selector: { a: 'b' },
        },
      },
      'with the same port twice': {
        spec: {
          ports: [
            { port: 80, name: 'a' },
            { port: 80, name: 'b' },
          ],
        },
      },
      'with a bad port': { spec: { ports: [{ port: 0 }] } },
      'with a bad target': { spec: { ports: [{ port: 1, targetPort: 'not a port' }] } },
      'with a bad protocol': { spec: { ports: [{ port: 1, protocol: 'X' }] } },
      'on nodes': { spec: { type: 'NodePort', ports } },
      'on nodes outside of the range': { spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] } },
      balanced: { spec: { type: 'LoadBalancer', ports } },
      'balanced locally': { spec: { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports } },
      elsewhere: { spec: { type: 'ExternalName', externalName: 'example.com' } },
      'elsewhere without a name': { spec: { type: 'ExternalName' } },
      'of an unknown type': { spec: { type: 'Magic', ports } },
      'with an address out of range': { spec: { clusterIP: '192.168.1.1', ports } },
      'with an address that is none': { spec: { clusterIP: 'x', ports } },
      'with a node port it has no use for': { spec: { ports: [{ port: 80, nodePort: 30001 }] } },
      'with affinity': { spec: { ports, sessionAffinity: 'ClientIP' } },
      'with affinity for too long': {
        spec: {
          ports,
          sessionAffinity: 'ClientIP',
          sessionAffinityConfig: { clientIP: { timeoutSeconds: 90000 } },
        },
      },
      'of two families': { spec: { ports, ipFamilyPolicy: 'PreferDualStack' } },
      'that requires two families': { spec: { ports, ipFamilyPolicy: 'RequireDualStack' } },
      'with a local policy inside': { spec: { ports, internalTrafficPolicy: 'Local' } },
      'with an outside policy': { spec: { ports, externalTrafficPolicy: 'Local' } },
      'with a name that starts with a digit': { metadata: { name: '1a' } },
      'with a name of dots': { metadata: { name: 'a.b' } },
      'with external addresses': { spec: { ports, externalIPs: ['1.2.3.4', 'x', '127.0.0.1'] } },
      'with a bad selector': { spec: { ports, selector: { 'a b': 'c' } } },
    },
  },
  Endpoints: {
    resource: 'endpoints',
    least: { subsets: [{ addresses: [{ ip: '1.2.3.4' }], ports }] },
    others: {
      'with a bad address': { subsets: [{ addresses: [{ ip: 'x' }] }] },
      'without addresses': { subsets: [{ ports }] },
      'with loopback': { subsets: [{ addresses: [{ ip: '127.0.0.1' }] }] },
    },
  },
  EndpointSlice: {
    resource: 'discovery.k8s.io/v1 endpointslices',
    least: { addressType: 'IPv4', endpoints: [{ addresses: ['1.2.3.4'] }] },
    others: {
      'without a type': { addressType: '' },
      'with an address of another type': { endpoints: [{ addresses: ['::1'] }] },
      'with ports': { ports: [{ port: 80 }, { name: 'x', port: 81, protocol: 'UDP' }] },
      'without addresses': { endpoints: [{ addresses: [] }] },
      'with conditions': {
        endpoints: [
          { addresses: ['1.2.3.4'], conditions: { ready: true }, hostname: 'h', nodeName: 'n', zone: 'z' },
        ],
      },
    },
  },
  Ingress: {
    resource: 'networking.k8s.io/v1 ingresses',
    least: { spec: { defaultBackend: backend } },
    others: {
      'without anything': { spec: {} },
      'with rules': {
        spec: {
          rules: [{ host: 'a.example.com', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
        },
      },
      'without a path type': { spec: { rules: [{ http: { paths: [{ path: '/', backend }] } }] } },
      'with a path that is relative': {
        spec: { rules: [{ http: { paths: [{ path: 'x', pathType: 'Exact', backend }] } }] },
      },
      'with a bad host': {
        spec: { rules: [{ host: 'A B', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }] },
      },
      'with a wildcard': {
        spec: {
          rules: [{ host: '*.example.com', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
          tls: [{ hosts: ['a'], secretName: 's' }],
        },
      },
      'without a service': { spec: { defaultBackend: {} } },
      'of a class': { spec: { ingressClassName: 'c', defaultBackend: backend } },
    },
  },
  IngressClass: {
    resource: '/networking.k8s.io/v1 ingressclasses',
    least: { spec: { controller: 'example.com/c' } },
    others: { 'with a bad controller': { spec: { controller: 'c' } } },
  },
  NetworkPolicy: {
    resource: 'networking.k8s.io/v1 networkpolicies',
    least: { spec: { podSelector: {} } },
    others: {
      'for what leaves': {
        spec: {
          podSelector: {},
          egress: [
            { to: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }], ports: [{ port: 53 }] },
          ],
        },
      },
      'with a bad block': { spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr: 'x' } }] }] } },
      'with a range': {
        spec: { podSelector: {}, ingress: [{ ports: [{ port: 1, endPort: 5, protocol: 'UDP' }] }] },
      },
    },
  },
}
