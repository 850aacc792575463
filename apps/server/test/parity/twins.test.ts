import { tries } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc } from '../../src/testing.ts'
import { expectedRefusal } from '../access/expected-answer.ts'
import { listRestDoors, listTrpcDoors } from '../fuzz/list-doors.ts'
import { listProcedures, listRoutes } from '../security/list-routes.ts'
import { type Ask, chanceOf, makeAsk, type Twin } from './ask-twins.ts'
import { createTwinHouses } from './create-twin-houses.ts'
import { sameForBoth } from './same-for-both.ts'
import { isOutside, oneDoor, twins } from './twins.ts'

const ASKED = tries({ short: 4, long: 10 })
/** A password is hashed for each of these. */
const isSlow = (name: string) =>
  /password|login|signup|restore|secondFactor|recovery|createApiKey|createStaff|deletion|reset/i.test(name)
/** What takes somebody's session or standing comes last: both houses lose him alike, and the rest was asked before. */
const isLast = (name: string) =>
  /logout|session|password|deletion|suspend|role|disable|revoke|secondFactor/i.test(name)

const houses = await createTwinHouses()
afterAll(houses.close)
const routes = listRoutes(houses.first.app)
  .filter(({ path }) => !path.startsWith('/trpc/'))
  .flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`))
  .filter((name) => !/^(HEAD|OPTIONS) /.test(name) && !isOutside(name))
const procedures = listProcedures().map(({ path }) => path)

test('every operation stands behind both doors, or it is said why not', () => {
  const paired = Object.values(twins).flat()
  expect(
    procedures.filter((name) => !(name in twins || name in oneDoor)),
    'test/parity/twins.ts',
  ).toEqual([])
  expect(
    routes.filter((name) => !(paired.includes(name) || name in oneDoor)),
    'test/parity/twins.ts',
  ).toEqual([])
  expect(Object.keys(twins).filter((name) => !procedures.includes(name))).toEqual([])
  expect(paired.filter((name) => !routes.includes(name))).toEqual([])
  expect(Object.keys(oneDoor).filter((name) => ![...procedures, ...routes].includes(name))).toEqual([])
})

const restDoors = await listRestDoors(houses.first.app)
const pairs = listTrpcDoors()
  .flatMap((trpc) =>
    (twins[trpc.name] ?? []).flatMap((route) => {
      const rest = restDoors.find(({ name }) => name === route)
      return rest ? [{ trpc, rest }] : []
    }),
  )
  .sort((one, other) => Number(isLast(one.trpc.name)) - Number(isLast(other.trpc.name)))

async function askBoth({ caller, rest, trpc, renamed }: Ask) {
  const [atRest, atTrpc] = await Promise.all([
    callRest(houses.first.app, caller.token, rest),
    callTrpc(houses.second.app, caller.token, trpc),
  ])
  return { ...sameForBoth({ atRest, atTrpc, path: trpc.path, renamed }), atRest }
}

function listAsks({ trpc, rest }: Twin): Ask[] {
  const { callers, know } = houses
  const admitted = callers.filter(({ who }) => expectedRefusal(trpc.access, who) === null)
  return Array.from({ length: isSlow(trpc.name) ? 3 : ASKED }, (_, round) => {
    const random = chanceOf(`${trpc.name} ${rest.name}`, round)
    const caller = random.chance(0.75) && admitted.length > 0 ? random.pick(admitted) : random.pick(callers)
    return makeAsk({ trpc, rest }, caller, { random, know: know(rest.name) })
  })
}

test.each(pairs.map((pair) => [pair.trpc.name, pair.rest.name, pair] as const))(
  '%s and %s say the same to whatever is asked',
  async (_path, _route, pair) => {
    for (const ask of listAsks(pair)) {
      const { rest, trpc } = await askBoth(ask)
      expect(trpc, `${ask.caller.name}: ${JSON.stringify(ask.rest).slice(0, 600)}`).toEqual(rest)
    }
  },
)
