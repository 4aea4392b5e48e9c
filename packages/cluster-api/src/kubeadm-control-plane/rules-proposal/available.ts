import {
  type ConditionRules,
  type ConditionStatus,
  False,
  getCondition,
  keep,
  otherwise,
  type Source,
  True,
  Unknown,
} from '@sitrep/conditions'
import { type ControlPlaneFacts, isFresh, isSilent, quorumOf } from '../facts/facts.ts'
import { isUnsaid } from '../facts/pass.ts'

/** The connection is not what it should be, but not for so long that nothing stands any more. */
const isWaiting = ({ pass }: ControlPlaneFacts): boolean =>
  pass.gate === 'unproven' || pass.gate === 'interrupted'
/** Its Cluster cannot be seen or says nothing of it. */
const isNowhere = ({ pass }: ControlPlaneFacts): boolean =>
  pass.gate === 'no-infrastructure' || pass.gate === 'no-endpoint'

function lacksQuorum(f: ControlPlaneFacts): boolean {
  const quorum = quorumOf(f)
  return quorum !== undefined && quorum.healthy < quorum.required
}

function quorumText(f: ControlPlaneFacts): string {
  const quorum = quorumOf(f)
  return quorum === undefined
    ? ''
    : `${quorum.healthy} of ${quorum.members} etcd members are healthy, ${quorum.required} are required`
}

/** Part of etcd fails, and has done so for a while, but enough of it is left. */
function degradedText(f: ControlPlaneFacts): string {
  return (quorumOf(f)?.unhealthy ?? 0) > 0 ? quorumText(f) : ''
}

// A condition that nobody has said yet is not known to be False.
const certificatesAre = ({ conditions }: ControlPlaneFacts): ConditionStatus =>
  getCondition(conditions, 'CertificatesAvailable')?.status ?? 'Unknown'

const certificates = ({ conditions }: ControlPlaneFacts): string =>
  getCondition(conditions, 'CertificatesAvailable')?.message ||
  'Nobody has looked for the certificates of the control plane'

const onCertificates: readonly Source[] = [{ condition: 'CertificatesAvailable' }]
const onEtcd: readonly Source[] = [{ condition: 'EtcdClusterHealthy' }]

/** The document's Available: the control plane can be reached, etcd has its quorum, and the certificates are there. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const available: ConditionRules<ControlPlaneFacts> = {
  type: 'Available',
  rows: [
    ['it is being deleted',                                       (f) => f.deleting,                                           False('NotAvailable', 'Deletion in progress')],
    ['it is not initialized yet',                                 (f) => !f.initialized,                                       False('NotAvailable', 'The control plane is not initialized yet')],
    ['nobody could look, and something was said before',          (f) => (isWaiting(f) || f.pass.gate === 'not-reached') && !isUnsaid(f.pass, 'Available'), keep],
    ['it cannot be reached',                                      (f) => isWaiting(f) || f.pass.gate === 'lost',               Unknown('ConnectionDown', 'The control plane cannot be reached')],
    ['nobody knows where it can be reached',                      isNowhere,                                                   Unknown('InspectionFailed', 'Nobody knows where the control plane can be reached')],
    ['nobody knows whether the certificates are there',           (f) => certificatesAre(f) === 'Unknown',                     Unknown('CertificatesUnknown', certificates), onCertificates],
    ['certificates are missing',                                  (f) => certificatesAre(f) !== 'True',                        False('NotAvailable', certificates), onCertificates],
    ['its Machines cannot be listed',                             (f) => f.etcdManaged && !f.pass.listed,                      Unknown('InternalError', 'The Machines cannot be listed, see the log for the error')],
    ['etcd has not named its members yet, which takes time',      (f) => isSilent(f) && isFresh(f),                            False('NotAvailable', 'Waiting for etcd to name its members'), onEtcd],
    ['the members of etcd are not known',                         isSilent,                                                    Unknown('InspectionFailed', 'The members of etcd are not known'), onEtcd],
    ['the members of etcd do not fit the Machines',               (f) => f.etcdManaged && !f.pass.match.matching,              False('NotAvailable', 'The members of etcd do not fit the Machines'), onEtcd],
    ['etcd has no quorum',                                        lacksQuorum,                                                 False('NotAvailable', quorumText), onEtcd],
    ['otherwise',                                                 otherwise,                                                   True('Available', degradedText)],
  ],
}
