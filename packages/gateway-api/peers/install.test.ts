import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { missingKubernetes } from '../../../tools/peers/kubernetes.ts'
import { openGenuine } from '../../api-server/peers/genuine.ts'
import { gatewayApiCrds } from '../src/crds/crds.ts'

const place = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

describe('a genuine API server', { skip: missingKubernetes() ?? false }, () => {
  it('takes our definitions, because no rule costs more than it allows', async () => {
    const genuine = await openGenuine()
    try {
      for (const definition of gatewayApiCrds({ profile: 'released' })) {
        const { status, body } = await genuine.send({
          as: 'admin',
          method: 'POST',
          path: place,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(definition),
        })
        assert.equal(status, 201, JSON.stringify(body))
      }
    } finally {
      await genuine.close()
    }
  })
})
