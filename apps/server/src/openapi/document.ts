import { type Endpoint, listEndpoints } from '@chuma/api/list-endpoints'
import { KEY_PERMISSIONS, type Permission } from '@chuma/contract/admin/permissions'
import * as z from 'zod'
import {
  createDocument as createZodDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi'
import { findCursor } from '../rest/mount-rest.ts'
import { describeErrorResponses, errorBody, listErrors, nameErrorResponses } from './error-responses.ts'
import { type JsonSchema, makeExample } from './examples.ts'
import { bodyName, nameSchemas, type Schemas } from './name-schemas.ts'

/** Describe the REST door from what the procedures declare. */
export function createDocument(): OpenApiDocument {
  const endpoints = listEndpoints()
  const schemas = nameSchemas(endpoints)
  // zod-openapi reads names from zod's global registry, where they would reach every other schema conversion.
  for (const [id, schema] of Object.entries(schemas)) z.globalRegistry.add(schema, { id })
  try {
    return showExamples(
      createZodDocument(
        {
          ...documentInfo,
          paths: listPaths(endpoints, schemas),
          components: {
            ...documentInfo.components,
            schemas: { Error: errorBody },
            responses: describeErrorResponses(endpoints.map(listErrors)),
          },
        },
        { override: sayAsJson },
      ),
    )
  } finally {
    for (const schema of Object.values(schemas)) z.globalRegistry.remove(schema)
  }
}

type Override = NonNullable<NonNullable<Parameters<typeof createZodDocument>[1]>['override']>

const sayAsJson: Override = ({ jsonSchema }) => {
  // The library adds a type to a union, whose variants already say more.
  if (jsonSchema.oneOf) delete jsonSchema.type
}

function listPaths(endpoints: readonly Endpoint[], schemas: Schemas): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {}
  for (const endpoint of endpoints) {
    const template = endpoint.url.replaceAll(/:(\w+)/g, '{$1}')
    const operation = describeOperation(endpoint, schemas)
    paths[template] = { ...paths[template], [endpoint.method.toLowerCase()]: operation }
  }
  return paths
}

function describeOperation(endpoint: Endpoint, schemas: Schemas): ZodOpenApiOperationObject {
  const { summary, access, params, query } = endpoint
  const needed = access?.permission && `Needs the permission \`${access.permission}\`.`
  const description = [endpoint.description, needed].filter(Boolean).join(' ')
  const body = endpoint.body && (schemas[bodyName(endpoint, schemas) ?? ''] ?? endpoint.body)
  return {
    operationId: nameOperation(endpoint),
    tags: [nameTag(endpoint)],
    summary,
    ...(description ? { description } : {}),
    security: nameSecurity(endpoint),
    requestParams: { ...(params ? { path: params } : {}), ...(query ? { query } : {}) },
    ...(endpoint.method === 'GET'
      ? {}
      : { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' as const }] }),
    ...(body
      ? {
          requestBody: {
            required: !body.safeParse({}).success,
            content: { 'application/json': { schema: body, ...showExample(endpoint.example?.body) } },
          },
        }
      : {}),
    responses: { [endpoint.status]: describeSuccess(endpoint), ...nameErrorResponses(listErrors(endpoint)) },
  }
}

/** Name an operation: `PUT /api/admin/users/:id/earnings` is `putAdminUsersByIdEarnings`. */
function nameOperation({ method, url }: Endpoint): string {
  const words = url
    .replace('/api/', '')
    .replaceAll(':', 'by-')
    .split(/[^a-zA-Z]+/)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** Group staff calls by the subject of their permission, all others by their router. */
function nameTag({ access, procedure }: Endpoint): string {
  if (access?.permission) return `staff: ${access.permission.split(':')[0]}`
  return access?.side === 'staff' ? 'staff account' : procedure.slice(0, procedure.indexOf('.'))
}

function nameSecurity({ access }: Endpoint): Record<string, string[]>[] {
  if (!access) return []
  const { side, permission } = access
  if (!permission) return [{ [`${side}Session`]: [] }]
  const isForKeys = (KEY_PERMISSIONS as Permission[]).includes(permission)
  return [{ staffSession: [permission] }, ...(isForKeys ? [{ apiKey: [permission] }] : [])]
}

const showExample = (example: object | undefined) => (example ? { example } : {})

const FILE_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  sav: 'application/x-spss-sav',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
}

function describeSuccess(endpoint: Endpoint) {
  const { status, file, fileRow } = endpoint
  const answer = fileRow ? z.array(fileRow) : endpoint.answer
  const type = FILE_TYPES[file?.slice(file.lastIndexOf('.') + 1) ?? ''] ?? 'application/json'
  const link = { Link: { $ref: '#/components/headers/Link' } }
  return {
    description: status === 201 ? 'Made' : 'Done',
    content: { [type]: { schema: answer, ...showExample(endpoint.example?.answer) } },
    ...(findCursor(endpoint) ? { headers: link } : {}),
  }
}

const description = `Earn points, see every one of them, withdraw them as cash.

## Who is asking
Sign in with \`POST /api/auth/login\` and send the token as \`Authorization: Bearer …\`. Cookies are never read. Staff sign in
with \`POST /api/admin/login\`; staff programs use an API key, which has only the permissions it was given. A
staff call names the permission it needs.

## Errors
A failed call answers \`{ code, message, fieldErrors }\`. Act on \`code\`; show \`message\`; \`fieldErrors\` says by field what
was refused. \`POST /api/withdrawals\` is the exception: its errors are plain text. An address that does not exist answers 404
\`NOT_FOUND\`, a method it does not have 405 \`METHOD_NOT_ALLOWED\` with the methods it has in \`Allow\`.

## Lists
Long lists take \`limit\` and a cursor: \`after\` or \`before\`, the \`id\` of the last row you have. A full page names the next
one in its \`Link\` header (\`rel="next"\`); a page without that header is the last.

## Trying again
Calls that change something take an \`Idempotency-Key\` of your choice: 1 to 255 printable characters without spaces. What a
repeat would do twice – a withdrawal, a payment, anything that is made – is done once for a key, and a repeat answers what the
first call made; the same key with another request is refused with \`KEY_REUSED\`. Every reward is paid once for each thing
that earns it, with a key or without.

## Limits
A network may send 3000 calls a minute. Calls that check a password, send mail or ask for money have limits of their own. Beyond
a limit the answer is 429 with \`Retry-After\`, in seconds. A body may have 64 KB, files more.

## Units
Points are whole numbers. Amounts in Kenyan shillings end in \`Kes\`, in US dollars in \`Usd\`. Moments are UTC in ISO 8601,
days and months are those of Nairobi. Ids are UUIDs, except in lists that are numbered without gaps.`

const tags = {
  auth: 'Signing up, signing in, and the links that are mailed.',
  account: "A member's own account: profile, settings, sessions, data.",
  profile: 'What members tell about themselves, with their consent.',
  surveys: 'Surveys that pay points.',
  tasks: 'The daily bonus, the quiz, the wheel, videos, advertisements, social tasks, micro-jobs and links.',
  partners: 'What a member opened at partners, and claims for missing rewards.',
  wallet: 'Points, withdrawals, statements.',
  clients: 'For organisations that commission surveys: signing in, results, data and budget.',
  premium: 'The paid membership.',
  referral: 'Inviting friends.',
  inbox: 'Writing to us.',
  admin: 'Signing in as staff; counting page views without cookies.',
  'staff account': 'The signed-in staff account itself.',
  'staff: stats': 'Figures about the whole site.',
  'staff: members': 'Members, and changes to them.',
  'staff: profiles': 'What members told about themselves. Every look is in the audit log.',
  'staff: withdrawals': 'Withdrawals and decisions about them.',
  'staff: payout-details': 'Numbers and accounts, unmasked.',
  'staff: ledger': 'Books, provider statements, differences.',
  'staff: payouts': 'Payouts to members.',
  'staff: premium': 'Premium granted or paid for by hand.',
  'staff: offers': 'Surveys of partners.',
  'staff: results': 'What members answered.',
  'staff: clients': 'Organisations that commission surveys.',
  'staff: catalogue': 'Games, quiz questions and tasks.',
  'staff: analytics': 'What members do, in figures.',
  'staff: economy': 'Rates, limits and rewards.',
  'staff: contact': 'What people write to us.',
  'staff: approvals': 'Changes that wait for a second person.',
  'staff: audit': 'Who changed what.',
  'staff: system': 'Jobs, mails, versions.',
  'staff: partners': 'Partners and what they report.',
  'staff: claims': 'Claims for missing rewards.',
  'staff: proofs': 'Proofs that members submit.',
  'staff: staff': 'Accounts of the staff.',
  'staff: keys': 'API keys.',
}

const bearer = (of: string) => ({ type: 'http', scheme: 'bearer', description: of }) as const

/** The parts of the document that no procedure declares. */
const documentInfo = {
  openapi: '3.1.0',
  info: {
    title: 'Chuma',
    version: '1.0.0',
    summary: 'Earn points and withdraw them as cash',
    description,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/', description: 'Where this document was read' }],
  tags: Object.entries(tags).map(([name, of]) => ({ name, description: of })),
  components: {
    securitySchemes: {
      memberSession: bearer('The token that `POST /api/auth/login` answers.'),
      staffSession: bearer(
        'The token that `POST /api/admin/login` answers, or the token of a member made admin.',
      ),
      clientSession: bearer(
        'The token that `POST /api/client/login` or `POST /api/client/open-link` answers.',
      ),
      apiKey: bearer('A key that `POST /api/admin/api-keys` made.'),
    },
    parameters: {
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header' as const,
        description: 'Makes a call and its repeats count as one.',
        schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
        example: '0b6f5f0e-6d0f-4a8e-9c0b-2f5d1c7a9e11',
      },
    },
    headers: {
      Link: {
        description: 'The address of the next page. Only full pages have it.',
        schema: { type: 'string' },
        example: '</api/points-transactions?limit=50&before=17>; rel="next"',
      },
      RetryAfter: {
        description: 'Seconds until a retry may help.',
        schema: { type: 'integer', minimum: 0 },
        example: 60,
      },
    },
  },
} satisfies Partial<ZodOpenApiObject>

type OpenApiDocument = ReturnType<typeof createZodDocument>

type Media = { schema?: JsonSchema; example?: unknown; examples?: unknown }
type Content = { content?: Record<string, Media> }

const CSV = 'day,points\n2026-03-14,25\n'

/** Show each request and response body once: a value of its schema, with the fields that its procedure declares. */
function showExamples(document: OpenApiDocument): OpenApiDocument {
  const schemas = (document.components?.schemas ?? {}) as Record<string, JsonSchema>
  for (const operations of Object.values(document.paths ?? {})) {
    for (const { requestBody, responses } of Object.values(operations as Record<string, Bodies>)) {
      const bodies = [requestBody, ...Object.values(responses ?? {})]
      for (const media of bodies.flatMap((body) => Object.entries(body?.content ?? {}))) {
        const [type, described] = media
        const made = makeExample(described.schema ?? {}, { schemas, field: '' })
        described.example = type === 'text/csv' ? CSV : overlay(made, described.example)
      }
    }
  }
  return document
}

const overlay = (made: unknown, declared: unknown) =>
  declared === undefined ? made : { ...(made as object), ...(declared as object) }

type Bodies = { requestBody?: Content; responses?: Record<string, Content> }
