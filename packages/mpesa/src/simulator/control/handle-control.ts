import type { IncomingMessage } from 'node:http'
import { readJson, sendJson } from '../http-json.ts'
import { makePayoutsCsv } from '../orders/statement.ts'
import type { Call, World } from '../world.ts'
import { controlChanges } from './control-changes.ts'

/** The tests' remote control. It is for a simulator that runs in a process of its own. */
export async function handleControl(world: World, { request, response, url }: Call): Promise<void> {
  if (!isLocalTool(request)) return sendJson(response, 403, { error: 'Not for browsers' })
  if (request.method === 'GET' && url.pathname === '/_sim/statement.csv') {
    response.writeHead(200, { 'content-type': 'text/csv' }).end(makePayoutsCsv(world.book.statement()))
    return
  }
  const answer =
    request.method === 'GET'
      ? reads[url.pathname]?.(world)
      : await change(world, url.pathname, await readJson(request))
  sendJson(response, answer === undefined ? 400 : 200, answer ?? { error: 'Not understood' })
}

/** A page in the developer's browser could reach the loopback address too, and `forge` posts anywhere. */
function isLocalTool({ headers }: IncomingMessage): boolean {
  const host = headers.host?.replace(/:\d+$/, '') ?? ''
  return headers.origin === undefined && ['127.0.0.1', 'localhost'].includes(host)
}

const reads: Record<string, (world: World) => object> = {
  '/_sim/ledger': ({ book }) => book.ledger(),
  '/_sim/books': ({ book }) => book.books(),
  '/_sim/statement': ({ book }) => ({ rows: book.statement() }),
  '/_sim/orders': ({ book }) => ({ payments: book.orders(), pushes: book.stkOrders() }),
  '/_sim/initiator': ({ initiator }) => ({ state: initiator.state() }),
  '/_sim/held': ({ gates }) => gates.held(),
  '/_sim/deliveries': ({ courier }) => ({ underway: courier.underway(), deliveries: courier.deliveries() }),
}

async function change(world: World, path: string, body: unknown): Promise<object | undefined> {
  const run = controlChanges[path]
  if (!run) return undefined
  const result = await run(world, body)
  if (result === false) return undefined
  return typeof result === 'object' && result !== null ? result : { ok: true }
}
