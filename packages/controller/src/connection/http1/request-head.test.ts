import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ControllerError } from '../../errors.ts'
import { requestHead } from './request-head.ts'

describe('The head of a request', () => {
  it('says what is asked of whom', () => {
    assert.equal(
      requestHead({ method: 'GET', path: '/api?limit=5', headers: { host: 'a:1', accept: 'x' } }),
      'GET /api?limit=5 HTTP/1.1\r\nhost: a:1\r\naccept: x\r\n\r\n',
    )
  })

  for (const path of ['', '/a b', '/a\r\nX: y', '/ä'])
    it(`has no path such as ${JSON.stringify(path)}`, () => {
      assert.throws(() => requestHead({ method: 'GET', path, headers: {} }), TypeError)
    })

  for (const [name, value] of [
    ['authorization', 'Bearer a\r\nX: y'],
    ['authorization', 'Bearer a\nX: y'],
    ['authorization', 'Bearer \0'],
    ['authorization', 'Bearer 😀'],
    ['a b', 'c'],
    ['a:b', 'c'],
    ['', 'c'],
  ] as const)
    it(`has no header ${JSON.stringify(`${name}: ${value}`)}`, () => {
      assert.throws(
        () => requestHead({ method: 'GET', path: '/', headers: { [name]: value } }),
        (error) => error instanceof ControllerError && error.code === 'kubeconfig-unusable',
      )
    })
})
