import { sendGatewayError } from './http-json.ts'
import type { Call, World } from './world.ts'

type Checked<Request> = { ok: true; request: Request } | { ok: false; field: string }

/** Answers a command without a valid token or with a wrong field; otherwise returns what was asked. */
export function refuseUnready<Request>(
  world: World,
  { request, response }: Call,
  checked: Checked<Request>,
): Request | undefined {
  if (!world.tokens.accepts(request.headers.authorization)) {
    sendGatewayError(response, { status: 404, code: '404.001.03', message: 'Invalid Access Token' })
    return undefined
  }
  if (!checked.ok) {
    const message = `Bad Request - Invalid ${checked.field}`
    sendGatewayError(response, { status: 400, code: '400.002.02', message })
    return undefined
  }
  return checked.request
}
