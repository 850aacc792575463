import { listEndpoints } from '@chuma/api/list-endpoints'
import { procedureAccess } from '../access/expectations.ts'
import { fillPath, PLACES } from './list-paths.ts'
import { ANY_ID, SAMPLES, SURVEY_ID } from './samples.ts'

export type HostileCall = {
  /** `POST /api/surveys/:id/answers` */
  name: string
  who: 'member' | 'owner' | 'client' | undefined
  method: 'POST' | 'PUT' | 'PATCH'
  url: string
  path: string
  /** Fields that are in the path over REST. */
  inPath: object
  body: Record<string, unknown>
  required: string[]
  /** Fields that do not go with the others, each with a right value. */
  alternatives: object
}

/** Every call of `SAMPLES`, as both doors take it. */
export const hostileCalls: HostileCall[] = SAMPLES.flatMap(
  ({ procedure, required, optional, alternatives }) =>
    listEndpoints()
      .filter((endpoint) => endpoint.procedure === procedure)
      .map(({ method, url, toInput }) => {
        const params = findParams(url)
        return {
          name: `${method} ${url}`,
          who: findCaller(procedure),
          method: method as 'POST',
          url: fillPath(url, params),
          path: procedure,
          inPath: toInput({ params, query: {}, body: {} }) as object,
          body: { ...required, ...optional },
          required: Object.keys(required),
          alternatives,
        }
      }),
)

function findCaller(procedure: string): HostileCall['who'] {
  const access = procedureAccess[procedure]
  if (access === 'public') return undefined
  if (access === 'premium') return 'member'
  return access === 'member' || access === 'client' ? access : 'owner'
}

function findParams(url: string): Record<string, string> {
  const id = /^\/api\/(admin\/)?surveys\//.test(url) ? SURVEY_ID : ANY_ID
  return Object.fromEntries([...url.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, PLACES[name] ?? id]))
}
