import { Author } from '@x-md/core/domain/author.ts'
import { Post, Tombstone } from '@x-md/core/domain/post.ts'
import { z } from 'zod'
import { ENDPOINTS, type Endpoint, type ParameterSchema } from './endpoints.ts'

type JsonSchema = Record<string, unknown>

/** Where a schema stands in the document. */
export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** What the answer of an operation is called: `get_post` gives a `GetPostAnswer`. */
function answerName(operation: string): string {
  return `${operation.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Answer`
}

/** The JSON that an endpoint answers with. */
export function answerSchema({ operations }: Endpoint): JsonSchema {
  const refs = operations.map(({ name }) => schemaRef(answerName(name)))
  return refs.length === 1 ? { ...refs[0] } : { oneOf: refs }
}

const PROBLEM = {
  type: 'object',
  description: 'RFC 9457',
  required: [
    'type',
    'title',
    'status',
    'detail',
    'instance',
    'code',
    'resolution',
    'documentation_url',
    'error',
  ],
  properties: {
    type: { type: 'string', format: 'uri', description: 'Leads to the code in the documentation' },
    title: { type: 'string', description: 'The code in words' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What was wrong with this request; for people' },
    instance: { type: 'string', format: 'uri', description: 'The request that failed' },
    code: { type: 'string', description: 'What to switch on' },
    resolution: { type: 'string', description: 'What to do next' },
    documentation_url: { type: 'string', format: 'uri' },
    error: { type: 'string', description: 'The same as detail' },
    retry_after: { type: 'integer', description: 'Seconds to wait' },
    links: {
      type: 'array',
      items: {
        type: 'object',
        required: ['label', 'href'],
        properties: { label: { type: 'string' }, href: { type: 'string', format: 'uri' } },
      },
    },
  },
} as const

/** All schemas of answers, by name, as OpenAPI 3.1 takes them: JSON Schema of 2020-12. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  registry.add(Post, { id: 'Post' })
  registry.add(Tombstone, { id: 'Tombstone' })
  registry.add(Author, { id: 'Author' })
  for (const { operations } of ENDPOINTS) {
    for (const { name, output } of operations) registry.add(output, { id: answerName(name) })
  }
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => schemaRef(id).$ref, io: 'output' })
  const named = Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema])
  return { ...Object.fromEntries(named), Problem: PROBLEM }
}

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: unknown
  example?: string
  schema: JsonSchema
}

/** The parameters of an endpoint: those of its operations, with what HTTP takes otherwise. */
export function parametersOf(endpoint: Endpoint): Parameter[] {
  const schemas: Record<string, ParameterSchema | null> = {}
  for (const { input } of endpoint.operations) {
    const { properties = {} } = z.toJSONSchema(input, { io: 'input' })
    for (const [name, schema] of Object.entries(properties)) schemas[name] ??= schema as ParameterSchema
  }
  Object.assign(schemas, endpoint.parameters)
  const examples = exampleValues(endpoint)
  return Object.entries(schemas).flatMap(([name, schema]) => {
    if (schema === null) return []
    const { description, ...rest } = schema
    const place = endpoint.path.includes(`{${name}}`) ? 'path' : 'query'
    const example = examples[name]
    return {
      name,
      in: place,
      required: place === 'path' || (endpoint.required ?? []).includes(name),
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
      schema: rest,
    }
  })
}

/** The values that the example of an endpoint gives to its parameters. */
function exampleValues({ path, example }: Endpoint): Record<string, string> {
  const { pathname, searchParams } = new URL(example, 'http://localhost')
  const segments = pathname.split('/')
  const inPath = path.split('/').flatMap((segment, index) => {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? []
    return name === undefined ? [] : [[name, segments[index] as string]]
  })
  return Object.fromEntries([...inPath, ...searchParams])
}
