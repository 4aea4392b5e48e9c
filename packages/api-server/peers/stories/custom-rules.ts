import { get, patch, post, put } from '../exchange.ts'
import type { Story } from '../story.ts'
import { custom, definition, install, type JsonObject } from './objects.ts'
import { list, props, text, whole } from './schema-parts.ts'

const rules = (...validations: readonly JsonObject[]): JsonObject => ({
  'x-kubernetes-validations': validations,
})

const rulesGroup = 'rules.example.com'
const field = text({ maxLength: 50 })
const ruledSchema = props({
  spec: props(
    {
      name: { ...field, ...rules({ rule: 'self == oldSelf', message: 'name is immutable' }) },
      min: whole(),
      max: whole(),
      items: list(props({ key: field, value: field }, { required: ['key'] }), {
        maxItems: 10,
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['key'],
        ...rules({ rule: 'self.all(x, self.exists_one(y, x.key == y.key))' }),
      }),
      labels: {
        type: 'object',
        maxProperties: 5,
        additionalProperties: field,
        ...rules({
          rule: 'self.all(k, k.startsWith("x-"))',
          messageExpression: '"keys must start with " + "x-"',
        }),
      },
      when: text({ format: 'date-time', ...rules({ rule: 'self > timestamp("2020-01-01T00:00:00Z")' }) }),
      howLong: text({ format: 'duration', ...rules({ rule: 'self < duration("1h")' }) }),
      amount: {
        'x-kubernetes-int-or-string': true,
        maxLength: 20,
        ...rules({ rule: 'type(self) == int ? self < 10 : quantity(self).isLessThan(quantity("10Mi"))' }),
      },
      address: { ...field, ...rules({ rule: 'isIP(self) && ip(self).family() == 4' }) },
      link: {
        ...field,
        ...rules({
          rule: 'isURL(self) && url(self).getScheme() == "https"',
          reason: 'FieldValueForbidden',
        }),
      },
      words: list(field, {
        maxItems: 5,
        ...rules(
          { rule: 'self.isSorted()', message: 'must be sorted' },
          { rule: 'self.indexOf("z") < 0', messageExpression: '"z stands after " + self[0]' },
        ),
      }),
      secret: {
        ...field,
        ...rules({ rule: 'self.matches("^[a-z]+$") && self.size() > 2', fieldPath: '' }),
      },
      'odd-name': whole(),
    },
    rules(
      {
        rule: '!has(self.min) || !has(self.max) || self.min <= self.max',
        message: 'min must not be above max',
      },
      {
        rule: 'has(self.name) || !has(self.min)',
        message: 'name is required with min',
        fieldPath: '.name',
        reason: 'FieldValueRequired',
      },
      { rule: '!has(self.odd__dash__name) || self.odd__dash__name != 13' },
      { rule: 'self.?min.orValue(0) < 100', message: 'min below 100' },
    ),
  ),
})

const ruledSpecs: Record<string, JsonObject> = {
  fine: { name: 'a', min: 1, max: 2 },
  'min above max': { name: 'a', min: 3, max: 2 },
  'min without name': { min: 1 },
  'two mistakes': { min: 300, max: 2 },
  'a bad key': { labels: { a: 'b', 'x-c': 'd' } },
  'good keys': { labels: { 'x-c': 'd' } },
  'an early time': { when: '2010-01-01T00:00:00Z' },
  'a late time': { when: '2030-01-01T00:00:00Z' },
  'a long duration': { howLong: '2h' },
  'a short duration': { howLong: '2m' },
  'a large amount': { amount: 17 },
  'a large quantity': { amount: '1Gi' },
  'a small quantity': { amount: '5Mi' },
  'a quantity that is none': { amount: 'much' },
  'an address': { address: '1.2.3.4' },
  'an address of the other family': { address: '::1' },
  'no address': { address: 'x' },
  'a link': { link: 'https://a/b' },
  'a link of another scheme': { link: 'http://a/b' },
  'sorted words': { words: ['a', 'b'] },
  'words in disorder': { words: ['b', 'a'] },
  'words with a z': { words: ['a', 'z'] },
  'a short secret': { secret: 'ab' },
  'an odd name': { 'odd-name': 13 },
  'rules wait for types': { min: 'x', labels: { a: 'b' } },
  'rules wait for required': { items: [{ value: 'x' }] },
}

const cel: Story = {
  name: 'custom/rules',
  run: async (api) => {
    await install(api, definition({ group: rulesGroup, schema: ruledSchema }))
    const all = api.path(`${rulesGroup}/v1 widgets`)
    for (const [because, spec] of Object.entries(ruledSpecs))
      await api.step(because, post(`${all}?dryRun=All`, custom(rulesGroup, 'w', { spec })))
    await api.quietly(post(all, custom(rulesGroup, 'w', { spec: { name: 'a' } })))
    await api.step('what may not change', patch('merge', `${all}/w`, { spec: { name: 'b' } }))
    await api.step('what may go', patch('merge', `${all}/w`, { spec: { name: null } }))
    await api.step('what may come', patch('merge', `${all}/w`, { spec: { name: 'c' } }))
  },
}

const ratcheting: Story = {
  name: 'custom/ratcheting',
  run: async (api) => {
    const group = 'ratchet.example.com'
    const schema = (maximum: number): JsonObject =>
      props({
        spec: props({
          size: whole({ maximum }),
          other: text(),
          list: list(props({ k: text(), v: whole({ maximum }) }, { required: ['k'] }), {
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['k'],
          }),
          plain: list(whole({ maximum })),
          ruled: { ...text({ maxLength: 20 }), ...rules({ rule: `self != "bad" || ${maximum} == 100` }) },
        }),
      })
    await install(api, definition({ group, schema: schema(100) }))
    const all = api.path(`${group}/v1 widgets`)
    await api.quietly(
      post(
        all,
        custom(group, 'w', {
          spec: {
            size: 50,
            list: [
              { k: 'a', v: 50 },
              { k: 'b', v: 1 },
            ],
            plain: [50],
            ruled: 'bad',
          },
        }),
      ),
    )
    const definitionPath = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.${group}`
    await api.quietly(
      patch('json', definitionPath, [
        { op: 'replace', path: '/spec/versions/0/schema/openAPIV3Schema', value: schema(10) },
      ]),
    )
    await api.settled(
      post(`${all}?dryRun=All`, custom(group, 'x', { spec: { size: 50 } })),
      ({ status }) => status === 422,
    )
    await api.step('what is not touched may stay wrong', patch('merge', `${all}/w`, { spec: { other: 'x' } }))
    await api.step('what is touched may not', patch('merge', `${all}/w`, { spec: { size: 51 } }))
    await api.step(
      'an element beside a wrong one',
      patch('json', `${all}/w`, [{ op: 'replace', path: '/spec/list/1/v', value: 2 }]),
    )
    await api.step(
      'a wrong element',
      patch('json', `${all}/w`, [{ op: 'replace', path: '/spec/list/0/v', value: 60 }]),
    )
    await api.step(
      'a list without keys',
      patch('json', `${all}/w`, [{ op: 'add', path: '/spec/plain/-', value: 1 }]),
    )
    await api.step('a rule', patch('merge', `${all}/w`, { spec: { ruled: 'good' } }))
    // A genuine server patches what it remembers first: where that is older, it warns of a write that it then does not try.
    await api.settled(get(`${all}/w`, { query: 'resourceVersion=0' }), ({ body }) =>
      JSON.stringify(body).includes('"ruled":"good"'),
    )
    await api.step('a rule broken again', patch('merge', `${all}/w`, { spec: { ruled: 'bad' } }))
    const { body } = await api.quietly(get(`${all}/w`))
    await api.step('an update of the same', put(`${all}/w`, body))
  },
}

export const ruleStories: readonly Story[] = [cel, ratcheting]
