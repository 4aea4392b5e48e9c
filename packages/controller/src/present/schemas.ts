import { faultSubjects } from '../faults.ts'
import { dashboardSchemas } from './dashboard-schemas.ts'

type Schema = Readonly<Record<string, unknown>>

const text: Schema = { type: 'string' }

const itemsOf = (description: string, properties: Schema): Schema => ({
  description,
  type: 'object',
  properties: { items: { type: 'array', items: { type: 'object', properties } } },
})

/** JSON Schemas of what the read-only API answers, for those who build on it. */
export const schemas: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $defs: {
    ref: {
      description: 'Names one object. Without a cluster it is the management cluster.',
      type: 'object',
      required: ['group', 'kind', 'name'],
      properties: {
        cluster: {
          type: 'string',
          description: '<namespace>/<name> of the Cluster that the object lives in',
        },
        group: text,
        kind: text,
        namespace: text,
        name: text,
      },
    },
    condition: {
      type: 'object',
      required: ['type', 'status', 'reason', 'message'],
      properties: {
        type: text,
        status: { enum: ['True', 'False', 'Unknown'] },
        reason: text,
        message: text,
        observedGeneration: { type: 'integer' },
        lastTransitionTime: { type: 'string', format: 'date-time' },
      },
    },
    objects: itemsOf('GET /api/v1/objects?group=&kind=&namespace=&name=', {
      ref: { $ref: '#/$defs/ref' },
      status: { type: 'object' },
    }),
    facts: itemsOf('GET /api/v1/facts: what was seen outside the API, as objects of group sitrep.dev', {
      apiVersion: text,
      kind: text,
      metadata: { type: 'object' },
      status: { type: 'object' },
    }),
    trouble: itemsOf(
      'GET /api/v1/trouble: what is not as it should be, the worst first; what follows from one cause is one item',
      {
        gravity: { enum: ['wrong', 'unclear', 'paused', 'underway'] },
        wrong: {
          type: 'boolean',
          description: 'Whether somebody should look; not of what is paused or under way',
        },
        object: { $ref: '#/$defs/ref' },
        since: { type: 'string', format: 'date-time' },
        sentence: { type: 'string', description: 'The first cause in words' },
        cause: {
          type: 'object',
          description: 'Where it begins',
          properties: {
            object: { $ref: '#/$defs/ref' },
            words: text,
            condition: { $ref: '#/$defs/condition' },
            at: text,
          },
        },
        alike: { type: 'integer', description: 'How many objects have this cause of their own' },
        also: { type: 'array', items: { $ref: '#/$defs/ref' }, description: 'What else is so because of it' },
      },
    ),
    explanation: {
      description:
        'GET /api/v1/explain?group=&kind=&namespace=&name=&type=, where type is an address: Ready, listeners[https]:Programmed',
      type: 'object',
      required: ['ref', 'type', 'reads', 'inputs', 'causes'],
      properties: {
        sentence: { type: 'string', description: 'What is so, since when, and its first cause' },
        ref: { $ref: '#/$defs/ref' },
        type: text,
        at: {
          type: 'string',
          description: 'The list in which it stands, as in an address; absent for status.conditions',
        },
        condition: { $ref: '#/$defs/condition' },
        expected: { $ref: '#/$defs/condition' },
        chosen: {
          type: 'array',
          description: 'What the deciding pass chose besides, with the rows that chose',
        },
        decision: {
          type: 'object',
          description: 'How it was decided: the row in words, the rows passed over, the sources',
        },
        decidedBy: { $ref: '#/$defs/ref' },
        reads: { type: 'array', description: 'All that the deciding pass read, with the answers' },
        inputs: { type: 'array', description: 'What the decision rests on, with values' },
        causes: { type: 'array', items: { $ref: '#/$defs/explanation' } },
        elsewhere: { type: 'boolean', description: 'It stands in the chain once already, with its causes' },
      },
    },
    history: itemsOf('GET /api/v1/history?group=&kind=&namespace=&name=&since=', {
      at: { type: 'integer', description: 'milliseconds since the epoch' },
      type: text,
      from: text,
      to: text,
      reason: text,
      message: text,
    }),
    disagreement: {
      description: 'How often a condition or a field of a kind is disagreed upon',
      type: 'object',
      required: ['group', 'kind', 'count', 'examples'],
      properties: {
        group: { type: 'string' },
        kind: { type: 'string' },
        type: { type: 'string', description: 'The address of the condition; absent for a field' },
        field: { type: 'string', description: 'Its path below the status; absent for a condition' },
        count: { type: 'integer' },
        examples: { type: 'array' },
        because: { type: 'string', description: 'Why the present writer is behind, where that is known' },
      },
    },
    disagreements: {
      description: 'GET /api/v1/disagreements, and what sitrep run --once --compare -o json prints',
      type: 'object',
      required: ['profiles', 'compared', 'items', 'stale', 'notCompared', 'changing'],
      properties: {
        profiles: { type: 'object', description: 'Which family speaks which language' },
        compared: {
          type: 'object',
          properties: {
            objects: { type: 'integer' },
            conditions: { type: 'integer' },
            fields: { type: 'integer' },
          },
        },
        items: { type: 'array', items: { $ref: '#/$defs/disagreement' } },
        stale: { type: 'array', items: { $ref: '#/$defs/disagreement' } },
        notCompared: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              group: { type: 'string' },
              kind: { type: 'string' },
              why: { type: 'string' },
              count: { type: 'integer', description: 'Absent: nobody could see how many' },
              examples: { type: 'array', items: { $ref: '#/$defs/ref' } },
            },
          },
        },
        changing: {
          type: 'integer',
          description: 'Differences of a moment ago, which count if they last',
        },
      },
    },
    sight: {
      description: 'GET /api/v1/sight',
      type: 'object',
      properties: {
        management: { type: 'object', description: 'server, state, since, why' },
        clusters: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              cluster: { type: 'string' },
              state: { enum: ['made', 'connecting', 'unreachable', 'lost'] },
              why: { type: 'string' },
              since: { type: 'string', format: 'date-time' },
            },
          },
        },
        waiting: { type: 'array', description: 'Kinds that have not been looked at yet' },
        share: {
          type: 'object',
          description: 'Where several processes share the work: how much of it this one has',
          properties: {
            members: { type: 'integer' },
            keys: { type: 'integer' },
            objects: { type: 'integer' },
            taking: { type: 'boolean', description: 'What has come to its share is still being read' },
          },
        },
        unread: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              cluster: { type: 'string' },
              group: { type: 'string' },
              kind: { type: 'string' },
              why: { type: 'string' },
              since: { type: 'string', format: 'date-time' },
            },
          },
        },
        faults: {
          type: 'array',
          description: 'What went wrong by a mistake of Sitrep in the last minutes, and was set aside',
          items: {
            type: 'object',
            properties: {
              what: { type: 'string' },
              about: { enum: [...faultSubjects] },
              name: { type: 'string' },
              why: { type: 'string' },
              count: { type: 'integer' },
              since: { type: 'string', format: 'date-time' },
              last: { type: 'string', format: 'date-time' },
            },
          },
        },
      },
    },
    ...dashboardSchemas,
    change: {
      description: 'GET /api/v1/changes, an event stream; each event is named status',
      type: 'object',
      properties: {
        at: { type: 'string', format: 'date-time' },
        ref: { $ref: '#/$defs/ref' },
        status: { type: ['object', 'null'] },
        because: { type: 'array' },
        problems: { type: 'array', items: text },
      },
    },
  },
}
