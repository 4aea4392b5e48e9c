import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parse, stringify } from 'yaml'
import { parsePlainYaml } from './plain-yaml.ts'

const byKubectl = `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: LS0tLS1CRUdJTi0tLS0tCg==
    server: https://127.0.0.1:6443
  name: kind
contexts:
- context:
    cluster: kind
    user: kind
  name: kind
current-context: kind
kind: Config
preferences: {}
users:
- name: kind
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1beta1
      args:
      - --region
      - eu-west-1
      command: aws
      env: null
      interactiveMode: IfAvailable
      provideClusterInfo: false
- name: other
  user:
    token: 31ada4fd-adec-460c-809a-9e56ceb75269
`

describe('The plainest YAML', () => {
  type Case = [name: string, text: string, because: string]
  const read: Case[] = [
    ['what kubectl writes', byKubectl, 'most kubeconfigs come from there'],
    ['lists further in', stringify(parse(byKubectl)), 'our own server writes its kubeconfig so'],
    ['comments and empty lines', '# mine\n\na:\n  # deeper\n  b: c\n\n', 'people leave notes'],
    ['a key without value', 'a:\nb: c\nd:', 'it is there, with nothing'],
    ['quotes around harmless text', `a: "1"\nb: 'true'\nc: "a b: c"\nd: ""`, 'quotes only make it a text'],
    [
      'tokens of any beginning',
      'a: _x1\nb: -_x\nc: -5x_\nd: --5\ne: --x',
      'servers draw them, and one in fifty begins so',
    ],
    ['an identifier that begins with digits', 'a: 31ada4fd-adec\nb: 127.0.0.1', 'no number is spelled so'],
  ]
  for (const [name, text, because] of read) {
    it(`reads ${name} as the whole parser does, because ${because}`, () => {
      const value = parsePlainYaml(text)
      assert.notEqual(value, undefined)
      assert.deepEqual(value, parse(text))
    })
  }

  // biome-ignore format: the table is the specification; its columns stay aligned
  const left: Case[] = [
    ['nothing',               '',                            'that is no mapping'],
    ['a list',                '- a',                         'that is no mapping'],
    ['a number',              'a: 12',                       'it is no text'],
    ['what may be a number',  'a: 1e5',                      'it is no text'],
    ['Null',                  'a: Null',                     'it is no text'],
    ['a text on two lines',   'a: b\n  c',                   'both are one text'],
    ['a text in blocks',      'a: |\n  b',                   'its lines are no entries'],
    ['an anchor',             'a: &b c\nd: *b',              'one stands for the other'],
    ['flow',                  '{"a": "b"}',                  'brackets nest, lines do not count'],
    ['an entry twice',        'a: b\na: c',                  'that is a mistake'],
    ['a tab',                 'a:\n\tb: c',                  'that is a mistake'],
    ['entries out of line',   'a:\n    b: c\n  d: e',        'that is a mistake'],
    ['two documents',         'a: b\n---\na: c',             'only one can be meant'],
    ['a remark behind',       'a: b # c',                    'it ends the text'],
    ['line ends of Windows',  'a: b\r\nc: d\r\n',            'they are no part of the text'],
  ]
  for (const [name, text, because] of left) {
    it(`leaves ${name} to the whole parser, because ${because}`, () => {
      assert.equal(parsePlainYaml(text), undefined)
    })
  }

  it('is read as the whole parser reads it, or not at all, whatever the lines are', () => {
    const key = fc.oneof(
      { weight: 9, arbitrary: fc.stringMatching(/^[a-z][a-z_-]{1,2}$/) },
      { weight: 1, arbitrary: fc.constantFrom('null', 'True', '1', 'a.b', 'a b', '"a"', '__proto__', 'a') },
    )
    const value = fc.oneof(
      { weight: 5, arbitrary: fc.stringMatching(/^[-a-f0-3xo.:/+=]{1,6}$/) },
      {
        weight: 4,
        arbitrary: fc.constantFrom('a', '--a', 'true', 'False', 'null', '{}', '[]', '1g:', '"a: b"'),
      },
      { weight: 1, arbitrary: fc.stringMatching(/^[-ab1.:'"# {}[\]~&*!|>@%,?]{0,4}$/) },
    )
    const content = fc.oneof(
      fc.tuple(key, value).map(([name, text]) => `${name}: ${text}`),
      key.map((name) => `${name}:`),
      value,
    )
    const line = fc
      .tuple(fc.constantFrom('', '', '  ', '    ', ' '), fc.constantFrom('', '', '- '), content)
      .map((parts) => parts.join(''))
    let answered = 0
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        const text = lines.join('\n')
        const found = parsePlainYaml(text)
        if (found === undefined) return
        answered++
        assert.deepEqual(found, parse(text))
      }),
      { numRuns: 10_000 },
    )
    assert.ok(answered > 300, `only ${answered} texts were plain enough`)
  })
})
