import {
  controllerName,
  entryConditions,
  group,
  hostname,
  type KindSchema,
  kind,
  localReference,
  objectName,
  options,
  parentReference,
  preciseHostname,
  sectionName,
  upTo,
} from '../crds/nodes.ts'
import { backendTlsPolicyColumns } from './columns.ts'

const sameTarget = 't1.group == t2.group && t1.kind == t2.kind && t1.name == t2.name'
const section = (target: string): string => `(has(${target}.sectionName) ? ${target}.sectionName : '')`

export const backendTlsPolicySchema: KindSchema = {
  kind: 'BackendTLSPolicy',
  plural: 'backendtlspolicies',
  shortNames: ['btlspolicy'],
  scope: 'Namespaced',
  labels: { 'gateway.networking.k8s.io/policy': 'Direct' },
  spec: {
    type: 'object',
    required: ['targetRefs', 'validation'],
    properties: {
      options,
      targetRefs: {
        ...upTo(16, 1),
        items: {
          type: 'object',
          required: ['group', 'kind', 'name'],
          properties: { group, kind, name: objectName, sectionName },
        },
        rules: [
          [
            `self.all(t1, self.exists_one(t2, ${sameTarget} && ${section('t1')} == ${section('t2')}))`,
            'Every target must be there once',
          ],
          [
            `self.all(t1, self.all(t2, !(${sameTarget}) || (${section('t1')} == '') == (${section('t2')} == '')))`,
            'Where several targets are of one object, each of them needs a sectionName',
          ],
        ],
      },
      validation: {
        type: 'object',
        required: ['hostname'],
        properties: {
          hostname: preciseHostname,
          caCertificateRefs: { type: 'array', items: localReference, maxItems: 8, owned: 'whole' },
          wellKnownCACertificates: {
            type: 'string',
            minLength: 1,
            maxLength: 253,
            pattern:
              '^(System|([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]))$',
          },
          subjectAltNames: {
            ...upTo(5),
            items: {
              type: 'object',
              required: ['type'],
              properties: {
                type: { type: 'string', enum: ['Hostname', 'URI'] },
                hostname,
                uri: {
                  type: 'string',
                  minLength: 1,
                  maxLength: 253,
                  pattern: '^(([^:/?#]+):)(//([^/?#]*))([^?#]*)(\\?([^#]*))?(#(.*))?',
                },
              },
              rules: [
                [
                  "(self.type == 'Hostname') == (has(self.hostname) && self.hostname != '')",
                  'hostname belongs to the type Hostname',
                ],
                ["(self.type == 'URI') == (has(self.uri) && self.uri != '')", 'uri belongs to the type URI'],
              ],
            },
          },
        },
        rules: [
          [
            "!(has(self.caCertificateRefs) && size(self.caCertificateRefs) > 0 && has(self.wellKnownCACertificates) && self.wellKnownCACertificates != '')",
            'Say caCertificateRefs or wellKnownCACertificates, not both',
          ],
          [
            "has(self.caCertificateRefs) && size(self.caCertificateRefs) > 0 || has(self.wellKnownCACertificates) && self.wellKnownCACertificates != ''",
            'One of caCertificateRefs and wellKnownCACertificates is needed',
          ],
        ],
      },
    },
  },
  status: {
    type: 'object',
    required: ['ancestors'],
    properties: {
      ancestors: {
        ...upTo(16),
        items: {
          type: 'object',
          required: ['ancestorRef', 'conditions', 'controllerName'],
          properties: { ancestorRef: parentReference, controllerName, conditions: entryConditions },
        },
      },
    },
  },
  columns: backendTlsPolicyColumns,
}
