import { sendGatewayError, sendJson } from './http-json.ts'
import type { Call, World } from './world.ts'

export async function handleOauth(world: World, { request, response, url }: Call): Promise<void> {
  if ((await world.gates.pass('oauth', response)) === 'left') return
  if (url.searchParams.get('grant_type') !== 'client_credentials') {
    return sendGatewayError(response, {
      status: 400,
      code: '400.008.02',
      message: 'Invalid grant type passed',
    })
  }
  if (!mayEnter(world, request.headers.authorization)) {
    const message = 'Invalid Authentication passed'
    return sendGatewayError(response, { status: 400, code: '400.008.01', message })
  }
  // The life comes as text here, as from the real service on many days.
  sendJson(response, 200, {
    access_token: world.tokens.issue(),
    expires_in: String(world.tokens.lifeSeconds),
  })
}

function mayEnter({ consumer }: World, authorization = ''): boolean {
  const [scheme, credentials = ''] = authorization.split(' ')
  const [key = '', ...secret] = Buffer.from(credentials, 'base64').toString('utf8').split(':')
  if (scheme !== 'Basic' || key === '' || secret.length === 0) return false
  return consumer === undefined || (key === consumer.key && secret.join(':') === consumer.secret)
}
